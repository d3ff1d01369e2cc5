/// What other libraries leave in a user's defaults, as property lists, made from the forms that each of them documents.
enum OtherLibraryFixture {
    /// Native values, and URLs as Foundation writes them on Apple systems.
    static let safeDefaultsKit = """
        <plist version="1.0"><dict>
        <key>doubles</key><array><real>3</real><real>2</real><real>5</real></array>
        <key>flag</key><false/>
        <key>name</key><string>Tom</string>
        <key>url</key><data>YnBsaXN0MDDUAQIDBAUGFhlZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVk\
        QXJjaGl2ZXKkBwgPEFUkbnVsbNMJCgsMDQ5WJGNsYXNzV05TLmJhc2VbTlMucmVsYXRpdmWAA4AAgAJfEBlodHRwczovL2V4YW1w\
        bGUuY29tL2E/YiNj0hESExRYJGNsYXNzZXNaJGNsYXNzbmFtZaIUFVVOU1VSTFhOU09iamVjdNEXGFRyb290gAESAAGGoAgRGyQp\
        MkRJT1ZdZXFzdXeTmKGsr7W+wcbIAAAAAAAAAQEAAAAAAAAAGgAAAAAAAAAAAAAAAAAAAM0=</data>
        <key>file</key><string>/tmp/a.txt</string>
        </dict></plist>
        """

    /// Trees as `PropertyListEncoder` makes them.
    static let tsud = """
        <plist version="1.0"><dict>
        <key>person</key><dict><key>name</key><string>Tom</string><key>id</key><string>E621E1F8-C36C-495A-93\
        FC-0C247A3E6E5F</string><key>site</key><dict><key>relative</key><string>page</string><key>base</key>\
        <dict><key>relative</key><string>https://example.com/</string></dict></dict><key>joined</key><date>2\
        026-11-21T05:37:21Z</date></dict>
        <key>flavour</key><string>salty</string>
        <key>url</key><dict><key>relative</key><string>https://example.com/a?b#c</string></dict>
        <key>counts</key><array><integer>1</integer><string>$null</string><integer>3</integer></array>
        <key>list</key><dict><key>counts</key><array><string>$null</string><integer>3</integer></array></dic\
        t>
        <key>byName</key><dict><key>a</key><integer>1</integer></dict>
        </dict></plist>
        """

    /// JSON in data for arrays and Codable types, and keyed archives.
    static let swiftyUserDefaults = """
        <plist version="1.0"><dict>
        <key>names</key><data>WyJhIiwiYiJd</data>
        <key>counts</key><data>WzEsMl0=</data>
        <key>dates</key><data>WzAsODY0MDBd</data>
        <key>blobs</key><data>WyJBUUk9Il0=</data>
        <key>person</key><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNGQy0wQzI0N0EzRTZFNUYiL\
        CJqb2luZWQiOjB9</data>
        <key>people</key><data>W3sibmFtZSI6IlRvbSIsImlkIjoiRTYyMUUxRjgtQzM2Qy00OTVBLTkzRkMtMEMyNDdBM0U2RTVGI\
        iwiam9pbmVkIjowfV0=</data>
        <key>theme</key><string>dark</string>
        <key>themes</key><array><string>dark</string><string>light</string></array>
        <key>url</key><data>YnBsaXN0MDDUAQIDBAUGFhlZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVk\
        QXJjaGl2ZXKkBwgPEFUkbnVsbNMJCgsMDQ5WJGNsYXNzV05TLmJhc2VbTlMucmVsYXRpdmWAA4AAgAJfEBlodHRwczovL2V4YW1w\
        bGUuY29tL2E/YiNj0hESExRYJGNsYXNzZXNaJGNsYXNzbmFtZaIUFVVOU1VSTFhOU09iamVjdNEXGFRyb290gAESAAGGoAgRGyQp\
        MkRJT1ZdZXFzdXeTmKGsr7W+wcbIAAAAAAAAAQEAAAAAAAAAGgAAAAAAAAAAAAAAAAAAAM0=</data>
        <key>urls</key><data>YnBsaXN0MDDUAQIDBAUGJCdZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWV\
        kQXJjaGl2ZXKoBwgPFRYaGyFVJG51bGzSCQoLDFYkY2xhc3NaTlMub2JqZWN0c4AHog0OgAKABNMJEBESExRXTlMuYmFzZVtOUy5\
        yZWxhdGl2ZYAGgACAA18QFGh0dHBzOi8vZXhhbXBsZS5jb20v0wkQERcYGYAGgAKABVRwYWdl0hwdHh9YJGNsYXNzZXNaJGNsYXN\
        zbmFtZaIfIFVOU1VSTFhOU09iamVjdNIcHSIjoiMgV05TQXJyYXnRJSZUcm9vdIABEgABhqAACAARABsAJAApADIARABNAFMAWAB\
        fAGoAbABvAHEAcwB6AIIAjgCQAJIAlACrALIAtAC2ALgAvQDCAMsA1gDZAN8A6ADtAPAA+AD7AQABAgAAAAAAAAIBAAAAAAAAACg\
        AAAAAAAAAAAAAAAAAAAEH</data>
        <key>text</key><string>Tom</string>
        </dict></plist>
        """

    /// JSON in data for everything that is not native.
    static let agUserDefaults = """
        <plist version="1.0"><dict>
        <key>flag</key><true/>
        <key>ratio</key><real>888.0349731445312</real>
        <key>person</key><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNGQy0wQzI0N0EzRTZFNUYiL\
        CJqb2luZWQiOjB9</data>
        <key>nobody</key><data>bnVsbA==</data>
        <key>url</key><data>Imh0dHBzOlwvXC9leGFtcGxlLmNvbVwvYT9iI2Mi</data>
        <key>id</key><data>IkU2MjFFMUY4LUMzNkMtNDk1QS05M0ZDLTBDMjQ3QTNFNkU1RiI=</data>
        <key>byName</key><data>eyJhIjoxfQ==</data>
        <key>nested</key><data>W1sxXSxbXV0=</data>
        </dict></plist>
        """

    /// JSON in data for each value of a Codable type, also within collections.
    static let userDefault = """
        <plist version="1.0"><dict>
        <key>count</key><integer>7</integer>
        <key>person</key><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNGQy0wQzI0N0EzRTZFNUYiL\
        CJqb2luZWQiOjB9</data>
        <key>flavour</key><data>InNhbHR5Ig==</data>
        <key>theme</key><string>dark</string>
        <key>flavours</key><array><data>InNhbHR5Ig==</data><data>InN3ZWV0Ig==</data></array>
        <key>people</key><dict><key>dark</key><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNG\
        Qy0wQzI0N0EzRTZFNUYiLCJqb2luZWQiOjB9</data></dict>
        <key>nestedText</key><dict><key>a</key><dict><key>b</key><array><integer>1</integer></array></dict><\
        /dict>
        <key>set</key><array><string>light</string><string>dark</string></array>
        <key>limit</key><array><integer>3</integer></array>
        <key>noLimit</key><array/>
        <key>nested</key><array><array><integer>3</integer></array></array>
        <key>nestedNil</key><array><array/></array>
        <key>somebody</key><array><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNGQy0wQzI0N0Ez\
        RTZFNUYiLCJqb2luZWQiOjB9</data></array>
        <key>limits</key><array><array><integer>1</integer></array><array/></array>
        </dict></plist>
        """

    /// Native values, texts and arrays; texts that hold JSON.
    static let defaults = """
        <plist version="1.0"><dict>
        <key>flag</key><true/>
        <key>id</key><string>E621E1F8-C36C-495A-93FC-0C247A3E6E5F</string>
        <key>theme</key><string>dark</string>
        <key>counts</key><array><integer>2</integer><integer>1</integer></array>
        <key>set</key><array><integer>3</integer><integer>1</integer><integer>2</integer></array>
        <key>range</key><array><integer>1</integer><integer>5</integer></array>
        <key>closedRange</key><array><real>0.5</real><real>2</real></array>
        <key>ranges</key><array><array><integer>1</integer><integer>5</integer></array></array>
        <key>person</key><string>{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","joined":0,"name":"Tom"}</string>
        <key>people</key><array><string>{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","joined":0,"name":"Tom"}\
        </string></array>
        <key>url</key><string>"https:\\/\\/example.com\\/a?b#c"</string>
        <key>flavour</key><string>"salty"</string>
        <key>flavours</key><array><string>"salty"</string><string>"sweet"</string></array>
        </dict></plist>
        """

    /// URLs in two forms, and JSON in data.
    static let persistentKeyValueKit = """
        <plist version="1.0"><dict>
        <key>url</key><data>YnBsaXN0MDDUAQIDBAUGFhlZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVk\
        QXJjaGl2ZXKkBwgPEFUkbnVsbNMJCgsMDQ5WJGNsYXNzV05TLmJhc2VbTlMucmVsYXRpdmWAA4AAgAJfEBlodHRwczovL2V4YW1w\
        bGUuY29tL2E/YiNj0hESExRYJGNsYXNzZXNaJGNsYXNzbmFtZaIUFVVOU1VSTFhOU09iamVjdNEXGFRyb290gAESAAGGoAgRGyQp\
        MkRJT1ZdZXFzdXeTmKGsr7W+wcbIAAAAAAAAAQEAAAAAAAAAGgAAAAAAAAAAAAAAAAAAAM0=</data>
        <key>urls</key><array><string>https://example.com/a?b#c</string></array>
        <key>person</key><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNGQy0wQzI0N0EzRTZFNUYiL\
        CJqb2luZWQiOjB9</data>
        </dict></plist>
        """

    /// What swift-sharing, ObservableDefaults, Foil and `@AppStorage` write.
    static let others = """
        <plist version="1.0"><dict>
        <key>theme</key><string>dark</string>
        <key>level</key><integer>2</integer>
        <key>person</key><data>eyJuYW1lIjoiVG9tIiwiaWQiOiJFNjIxRTFGOC1DMzZDLTQ5NUEtOTNGQy0wQzI0N0EzRTZFNUYiL\
        CJqb2luZWQiOjB9</data>
        <key>counts</key><array><integer>2</integer><integer>1</integer></array>
        <key>set</key><array><string>light</string><string>dark</string></array>
        <key>profile</key><string>{"name":"Tom","id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","joined":0}</string>
        <key>url</key><data>YnBsaXN0MDDUAQIDBAUGFhlZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVk\
        QXJjaGl2ZXKkBwgPEFUkbnVsbNMJCgsMDQ5WJGNsYXNzV05TLmJhc2VbTlMucmVsYXRpdmWAA4AAgAJfEBlodHRwczovL2V4YW1w\
        bGUuY29tL2E/YiNj0hESExRYJGNsYXNzZXNaJGNsYXNzbmFtZaIUFVVOU1VSTFhOU09iamVjdNEXGFRyb290gAESAAGGoAgRGyQp\
        MkRJT1ZdZXFzdXeTmKGsr7W+wcbIAAAAAAAAAQEAAAAAAAAAGgAAAAAAAAAAAAAAAAAAAM0=</data>
        <key>file</key><string>~/a.txt</string>
        </dict></plist>
        """
}
