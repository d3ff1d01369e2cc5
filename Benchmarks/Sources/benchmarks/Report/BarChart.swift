import Foundation

/// A chart with a bar for each ratio, beside a line at 1, for light and dark pages.
struct BarChart {
    struct Bar {
        let name: String
        let figure: Double
    }

    let title: String
    let bars: [Bar]

    private let width = 720.0, left = 270.0, top = 56.0, step = 34.0

    /// How wide a bar of 1 is.
    private let unit = 340.0

    /// The whole picture.
    var svg: String {
        let height = top + Double(bars.count) * step + 16
        let line = "<path class=\"line\" d=\"M\(number(left + unit)) \(number(top - 8))V\(number(height - 12))\"/>"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
            width="\(number(width))" height="\(number(height))" role="img" aria-label="\(title)">
            \(Self.style)
            <rect class="page" width="100%" height="100%" rx="8"/>
            <text class="title" x="24" y="34">\(title)</text>
            \((bars.enumerated().map(drawing) + [line]).joined(separator: "\n"))
            </svg>

            """
    }

    private static let style = """
        <style>
        text { font: 14px -apple-system, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #1f2328 }
        .title { font-size: 16px; font-weight: 600 } .page { fill: #ffffff } .bar { fill: #0969da }
        .line { stroke: #59636e; stroke-dasharray: 4 3 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .page { fill: #0d1117 } .bar { fill: #58a6ff } .line { stroke: #9198a1 }
        }
        </style>
        """

    private func drawing(_ index: Int, _ bar: Bar) -> String {
        let y = top + Double(index) * step
        let length = max(bar.figure * unit, 2)
        return """
            <text x="\(number(left - 14))" y="\(number(y + 17))" text-anchor="end">\(bar.name)</text>
            <rect class="bar" x="\(number(left))" y="\(number(y + 2))" width="\(number(length))" height="20" rx="3"/>
            <text x="\(number(left + length + 10))" y="\(number(y + 17))">\(Formatting.ratio(bar.figure))</text>
            """
    }

    private func number(_ value: Double) -> String {
        let text = String(format: "%.1f", value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
