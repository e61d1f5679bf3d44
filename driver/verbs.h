// What each verb does; the value is the exit status. Results go to standard output, everything else to standard error.
#pragma once
#include "driver/session.h"

namespace lathe::driver {

int RunProgram(Session& session);
int BuildProgram(Session& session);
int CheckPrograms(Session& session);
int ShowCode(Session& session);
int ShowGraph(Session& session);
int ShowIr(Session& session);
int ExplainDiagnostics(Session& session);
int ListOps(Session& session);
int ShowHealth(Session& session);

}  // namespace lathe::driver
