// Messages of compilers, type checkers, linters and formatters about a single fault.
import type { QuotePattern } from './quote-pattern.js'

const code = ['compile_error', 'type_check', 'lint_format'] as const

export const compilerQuotes: readonly QuotePattern[] = [
  {
    types: ['type_check'],
    pattern:
      /^(?<file>[\w@./\\:-]{1,250}\.[cm]?[tj]sx?)(?::(?<line>\d{1,6}):\d{1,6} - |\((?<line2>\d{1,6}),\d{1,6}\): )error (?<rule>TS\d{3,6})/,
    example: "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."
  },
  {
    types: ['lint_format'],
    pattern: /^\s{0,6}(?<line>\d{1,6}):\d{1,6}\s{1,4}error\s{1,30}\S.{0,300}?\s{2,60}(?<rule>[@\w/-]{2,80})$/,
    above: /^(?<file>(?:[A-Z]:)?[\w@./\\-]{1,250}\.\w{1,8})$/,
    example: "  1:8  error  'a' is defined but never used  no-unused-vars"
  },
  {
    types: ['lint_format'],
    pattern: /^\[(?:warn|error)\] (?<file>[\w@./-]{1,250}\.\w{1,8})(?:: .{1,300})?$/,
    example: '[warn] src/a.js'
  },
  {
    types: code,
    pattern:
      /^\s{0,6}(?<file>[\w./\\:-]{1,250}\.pyi?):(?<line>\d{1,6})(?::\d{1,6})?(?::| -) (?:error: |(?<rule>[A-Z]{1,4}\d{3,5})\b)/,
    example: 'src/a.py:4: error: Incompatible return value type (got "str", expected "int")  [return-value]'
  },
  {
    types: ['lint_format'],
    pattern: /^(?<rule>[A-Z]{1,5}\d{3,4}) (?:\[\*\] )?\S.{1,300}/,
    below: /^ {1,6}--> (?<file>[\w./\\-]{1,250}\.\w{1,8}):(?<line>\d{1,6}):\d{1,6}$/,
    requiresFile: true,
    example: 'F401 [*] `os` imported but unused'
  },
  {
    types: ['lint_format'],
    pattern:
      /^(?:would reformat|ERROR:) (?<file>[\w./\\:-]{1,250}\.pyi?)(?: Imports are incorrectly sorted.{0,60})?$/,
    example: 'would reformat src/a.py'
  },
  {
    types: code,
    pattern:
      /^error(?:\[(?<rule>E\d{4})\])?: (?!could not compile|aborting due|test failed|process didn't).{1,400}/,
    below: /^ {1,8}--> (?<file>[\w./\\-]{1,250}\.rs):(?<line>\d{1,6}):\d{1,6}$/,
    requiresFile: true,
    example: 'error[E0308]: mismatched types'
  },
  {
    types: ['lint_format'],
    pattern: /^Diff in (?<file>[\w./\\:-]{1,250}\.rs)(?::| at line )(?<line>\d{1,6})/,
    example: 'Diff in src/main.rs:3:'
  },
  {
    types: code,
    pattern:
      /^(?:vet: )?(?<file>[\w./\\-]{1,200}\.go):(?<line>\d{1,6}):\d{1,5}: .{1,900}?(?: \((?<rule>[a-z]{3,25})\))?$/,
    example: './a.go:5:2: undefined: b'
  },
  {
    types: ['compile_error'],
    pattern:
      /^(?<file>[\w./\\+:-]{1,250}\.(?:c|cc|cpp|cxx|h|hpp|hh|m|mm|cu|swift|inl|ipp|f90|zig|hs|ml|d|dart|scala|java|kts?)):(?<line>\d{1,6}):(?:\d{1,5}:)? (?:fatal )?[Ee]rror: ./,
    example: "src/a.c:3:5: error: 'b' undeclared (first use in this function)"
  },
  {
    types: ['compile_error'],
    pattern:
      /^\[ERROR\] (?<file>[\w./\\:-]{1,250}\.(?:java|kt|scala)):\[(?<line>\d{1,6}),\d{1,6}\] .|^e: (?:file:\/\/)?(?<file2>[\w./\\:-]{1,250}\.kts?)[: (]{1,3}(?<line2>\d{1,6})/,
    example: '[ERROR] src/A.java:[5,17] cannot find symbol'
  },
  {
    types: code,
    pattern:
      /^\s{0,4}(?<file>[\w./\\:-]{1,250}\.(?:cs|fs|vb|razor|cshtml|xaml|c|cpp|h|hpp))\((?<line>\d{1,6})(?:,\d{1,6}){0,3}\): (?:fatal )?error (?<rule>[A-Z]{1,8}\d{3,5})/,
    example: "src/A.cs(3,5): error CS0103: The name 'b' does not exist in the current context"
  },
  {
    types: ['lint_format'],
    pattern:
      /^(?<file>[\w./-]{1,200}\.rb):(?<line>\d{1,6}):\d{1,5}: [CWEF]: .{0,20}(?<rule>[A-Z]\w{2,30}\/\w{2,60})/,
    example: 'lib/a.rb:12:3: C: [Correctable] Style/StringLiterals: Prefer single quotes'
  },
  {
    types: ['type_check'],
    pattern: /^\s{1,4}(?<line>\d{1,6})\s{2,8}\S.{1,400}/,
    above: /^\s{1,4}Line\s{1,6}(?<file>\S{1,250}\.php)/,
    requiresFile: true,
    example: '  12     Call to an undefined method A::b().'
  },
  {
    types: ['compile_error', 'dependency_resolution'],
    pattern: /^Module (?:not found|parse failed|build failed): ./,
    above: /^ERROR in \.\/(?<file>[\w@./\\-]{1,250})(?: (?<line>\d{1,6}):\d|$)/,
    example: "Module not found: Error: Can't resolve './a' in '/src'"
  }
]
