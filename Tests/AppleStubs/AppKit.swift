// The few declarations of Apple's `AppKit` that an example and a program of the tests use, with Apple's signatures.
// Nothing here is ever run.

// swift-format-ignore-file

public import Foundation

@MainActor open class NSView {
    public init() {}
    open func addSubview(_ view: NSView) {}
}

@MainActor open class NSTextField: NSView {
    public convenience init(labelWithString stringValue: String) { self.init() }
    open var stringValue = ""
    open var font: NSFont?
}

open class NSFont {
    open class func systemFont(ofSize fontSize: CGFloat) -> NSFont { NSFont() }
}

@MainActor open class NSViewController {
    public init() {}
    open var view = NSView()
    open func loadView() {}
    open func viewWillLayout() {}
}

@MainActor open class NSApplication {
    public enum ActivationPolicy { case regular, accessory, prohibited }
    open class var shared: NSApplication { NSApplication() }
    open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { true }
    open func run() {}
}

@MainActor open class NSWindow {
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let titled = StyleMask(rawValue: 1)
    }
    public enum BackingStoreType { case buffered }
    public init(
        contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType, defer flag: Bool
    ) {}
    open var contentView: NSView?
    open func orderFrontRegardless() {}
}
