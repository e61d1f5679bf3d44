// The command line's entry.
int main() { return 2; }
