// What the start-up of the program is measured against.
#include <iostream>

int main() { std::cout << "hello, world\n"; }
