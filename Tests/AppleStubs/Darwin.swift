// Empty: that a module of this name can be imported is what makes `#if canImport(Darwin)` choose Apple's branch.
