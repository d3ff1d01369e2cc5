#if !COCOAPODS
// The module below this one, for all files of this module and of those over it. It has no public declarations, so
// clients see nothing of it. In the pod, its files are part of this module.
@_exported public import SafeDefaultsBase
#endif
