import Foundation

/// A chart with one line for each thing that was measured, and a dot for each way to do it.
///
/// It is one SVG for light and dark pages: the picture asks which of them the reader has. It brings a background of its
/// own, so that it can be read on any page.
struct DotPlot {
    /// The figure of one way; the quartiles are drawn as a line through the dot.
    struct Dot {
        let series: Int
        let median: Double
        let low: Double
        let high: Double
    }

    /// One line of the chart.
    struct Line {
        let name: String
        let dots: [Dot]
    }

    let title: String
    let subtitle: String
    let series: [String]
    let lines: [Line]

    /// The words for a figure on the axis.
    let label: (Double) -> String

    // Narrow, so that a phone shows it in a size that can be read: the names stand over their lines.
    private let width = 480.0, left = 36.0, right = 36.0, top = 154.0, step = 40.0

    /// The whole picture.
    var svg: String {
        let height = top + Double(lines.count) * step + 44
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
            width="\(number(width))" height="\(number(height))" role="img" aria-label="\(escaped(title))">
            \(style)
            <rect class="page" width="100%" height="100%" rx="8"/>
            <text class="title" x="24" y="34">\(escaped(title))</text>
            <text class="soft" x="24" y="54">\(escaped(subtitle))</text>
            \((legend + axis(height) + lines.indices.flatMap(drawing)).joined(separator: "\n"))
            </svg>

            """
    }

    private var style: String {
        """
        <style>
        text { font: 13px -apple-system, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #1f2328 }
        .title { font-size: 16px; font-weight: 600 } .soft { fill: #59636e; font-size: 12px }
        .page { fill: #ffffff } .grid { stroke: #d8dee4 }
        .s0 { fill: #0969da; stroke: #0969da } .s1 { fill: #bc4c00; stroke: #bc4c00 }
        .s2 { fill: #1a7f37; stroke: #1a7f37 } .s3 { fill: #6e7781; stroke: #6e7781 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .soft { fill: #9198a1 } .page { fill: #0d1117 }
        .grid { stroke: #30363d }
        .s0 { fill: #58a6ff; stroke: #58a6ff } .s1 { fill: #f0883e; stroke: #f0883e }
        .s2 { fill: #3fb950; stroke: #3fb950 } .s3 { fill: #9198a1; stroke: #9198a1 }
        }
        </style>
        """
    }

    private var legend: [String] {
        series.enumerated().flatMap { index, name in
            let (x, y) = (32.0, 76 + Double(index) * 18)
            return [
                shape(index, x, y), "<text x=\"\(number(x + 12))\" y=\"\(number(y + 4.5))\">\(escaped(name))</text>",
            ]
        }
    }

    private func drawing(_ index: Int) -> [String] {
        let begin = top + Double(index) * step
        let middle = begin + 28
        let name = "<text x=\"24\" y=\"\(number(begin + 16))\">\(escaped(lines[index].name))</text>"
        return [name]
            + lines[index].dots.flatMap { dot in
                let (low, high) = (number(place(dot.low)), number(place(dot.high)))
                let path = "M\(low) \(number(middle))H\(high)"
                return [
                    "<path class=\"s\(dot.series)\" d=\"\(path)\" stroke-width=\"2\"/>",
                    shape(dot.series, place(dot.median), middle),
                ]
            }
    }

    /// A circle, a square, a diamond or a triangle, so that colours aren't all that tells them apart.
    private func shape(_ series: Int, _ x: Double, _ y: Double) -> String {
        let shapes = [
            "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z", "M-4.5 -4.5H4.5V4.5H-4.5Z", "M0 -6L6 0L0 6L-6 0Z",
            "M0 -5.5L5.5 4.5H-5.5Z",
        ]
        let place = "translate(\(number(x)) \(number(y)))"
        return "<path class=\"s\(series)\" d=\"\(shapes[series % shapes.count])\" transform=\"\(place)\"/>"
    }
}

// MARK: - The axis

extension DotPlot {
    private func axis(_ height: Double) -> [String] {
        let bottom = top + Double(lines.count) * step
        return ticks.flatMap { tick in
            let x = number(place(tick))
            return [
                "<path class=\"grid\" d=\"M\(x) \(number(top))V\(number(bottom))\"/>",
                "<text class=\"soft\" x=\"\(x)\" y=\"\(number(bottom + 20))\" text-anchor=\"middle\">"
                    + "\(escaped(label(tick)))</text>",
            ]
        }
    }

    /// The figures that have a line on the logarithmic axis, from one beyond the smallest to one beyond the largest.
    private var ticks: [Double] {
        let figures = lines.flatMap(\.dots).flatMap { [$0.low, $0.high] }
        let (low, high) = (figures.min() ?? 1, figures.max() ?? 1)
        let steps = high / low > 3_000 ? [1.0] : [1, 2, 5]
        let all = (-12...12).flatMap { power in steps.map { $0 * pow(10, Double(power)) } }
        let first = all.lastIndex { $0 <= low } ?? 0
        let last = all.firstIndex { $0 >= high } ?? all.count - 1
        return Array(all[first...last])
    }

    private func place(_ figure: Double) -> Double {
        let (first, last) = (log(ticks.first ?? 1), log(ticks.last ?? 1))
        return left + (log(figure) - first) / max(last - first, .ulpOfOne) * (width - left - right)
    }

    private func number(_ value: Double) -> String {
        let text = String(format: "%.1f", value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;").replacingOccurrences(of: "`", with: "")
    }
}
