// All of the module is inlined from its header. Xcode wants a file to compile.
#include "CSafeDefaults.h"
