#if !COCOAPODS
// The core, for all files of this module and for its clients, so that a view imports one module. In the pod, its files
// are part of this module.
@_exported public import SafeDefaults
#endif
