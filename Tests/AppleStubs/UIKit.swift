// The few declarations of Apple's `UIKit` that an example uses, with Apple's signatures. Nothing here is ever run.

// swift-format-ignore-file

public import Foundation

@MainActor open class UIView {
    public init() {}
    open func addSubview(_ view: UIView) {}
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var font: UIFont!
}

open class UIFont {
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont() }
}

@MainActor open class UIViewController {
    public init() {}
    open var view: UIView!
    open func viewDidLoad() {}
    open func viewWillLayoutSubviews() {}
    @available(iOS 26, tvOS 26, visionOS 26, *)
    open func updateProperties() {}
}
