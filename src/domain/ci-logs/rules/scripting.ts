// Ruby, PHP, Elixir, Perl, shell, and other tools with few rules.
import type { RulePack } from './rule.js'

export const scripting: RulePack = {
  dependency_resolution: [
    {
      id: 'bundler.resolve',
      weight: 9.5,
      pattern:
        /Bundler could not find compatible versions|Could not find gem '(?<package>[^']{1,80})|Could not find compatible versions|version solving has failed|Could not find (?<package2>[\w.-]{1,80}) in (?:any of the sources|locally installed gems)|Your Ruby version is \d[^,]{1,20}, but your Gemfile specified|The gemspecs for path gems changed|the gemspecs for git gems changed|Your bundle only supports platforms|If you are updating (?:your )?the? ?Gemfile|frozen mode, but the|The dependencies in your gemfile changed|deployment mode after changing|An error occurred while installing (?<package3>[\w-]{1,80})|Gem::Ext::BuildError|Failed to build gem native extension|Your lockfile is (?:missing|unsatisfiable)/,
      example: 'Bundler could not find compatible versions for gem "a":'
    },
    {
      id: 'composer.resolve',
      weight: 9.5,
      pattern:
        /Your requirements could not be resolved to an installable set|The lock file is not up to date with the latest changes in composer\.json|Your lock file does not contain a compatible set|your php version .{1,60} does not satisfy|could not be found in any version, there may be a typo|requires ext-(?<package>\w{1,40}) .{0,40}it is missing from your system|Root composer\.json requires/,
      example: 'Your requirements could not be resolved to an installable set of packages.'
    },
    {
      id: 'mix.resolve',
      weight: 9,
      pattern:
        /Hex dependency resolution failed|Because your app depends on|Unchecked dependencies for environment|the dependency .{1,60} is not available|Could not find an option named|Because every version of .{1,120} depends on|So, because .{1,150} version solving failed|The current Dart SDK version is|cabal: Could not resolve dependencies|Error: cabal: |Stack failed to construct a build plan|rejecting: [\w-]{1,60}|opam: .{0,40}conflict|Can't locate [\w/]{1,80}\.pm in @INC/,
      example: 'So, because a depends on b, version solving failed.'
    }
  ],
  test_failure: [
    {
      id: 'rspec.failed',
      weight: 8.5,
      pattern:
        /^\d{1,6} examples?, [1-9]\d{0,5} failures?|^rspec (?<file>\.?[\w./-]{1,200}_spec\.rb)(?::(?<line>\d{1,6}))?|Failed examples:|Failure\/Error: |^\s{0,4}\d{1,4}\) Failure:$|\d{1,6} runs, \d{1,7} assertions, (?:[1-9]\d{0,5} failures|\d{1,6} failures, [1-9]\d{0,5} errors)|\d{1,5} scenarios? \([1-9]\d{0,4} failed|Minitest::Assertion|Failing Scenarios:/,
      example: '20 examples, 1 failure'
    },
    {
      id: 'phpunit.failed',
      weight: 8.5,
      role: 'assertion',
      pattern:
        /^Tests: \d{1,6}, Assertions: \d{1,7}.{0,40}(?:Failures|Errors): [1-9]|FAILURES!$|^ERRORS!$|There (?:was|were) \d{1,5} (?:failure|error)s?:|Failed asserting that|Tests: {1,6}[1-9]\d{0,5} failed, /,
      example: 'Failed asserting that false is true.'
    },
    {
      id: 'exunit.failed',
      weight: 8,
      pattern:
        /^\d{1,6} (?:doctests?, \d{1,6} )?tests?, [1-9]\d{0,5} failures?|Assertion with [=!<>]{1,3} failed|Some tests failed\.|Result: FAIL$|Failed \d{1,5}\/\d{1,5} (?:test|subtests)|Dubious, test returned|Failed test '|Test Summary: .{1,60}Fail|Some tests did not pass: |Bats: |# +Failed test |Error in .{0,60}test_check\(|══ Failed tests|\[ FAIL [1-9]\d{0,5} \|/,
      example: '20 tests, 1 failure'
    }
  ],
  lint_format: [
    {
      id: 'rubocop.offense',
      weight: 9,
      pattern:
        /\d{1,6} files? inspected, [1-9]\d{0,6} offenses? detected|^(?<file>[\w./-]{1,200}\.rb):(?<line>\d{1,6}):\d{1,5}: [CWEF]: .{0,20}(?<rule>[A-Z]\w{2,30}\/\w{2,60})/,
      example: '20 files inspected, 1 offense detected'
    },
    {
      id: 'php.style',
      weight: 9,
      pattern:
        /FOUND \d{1,6} ERRORS? (?:AND|AFFECTING)|PHP CS Fixer.{0,60}(?:found|can be fixed)|Found \d{1,6} of \d{1,6} files that can be fixed|PHPCBF CAN FIX|FAIL {1,4}\.{5,200} \d{1,5} files?, \d{1,5} style issues?|mix format failed|not formatted:|The following files (?:are|were) not formatted|Failed: \d{1,4} failure\(s\), \d{1,4} warning/,
      example: 'FOUND 3 ERRORS AFFECTING 2 LINES'
    }
  ],
  type_check: [
    {
      id: 'phpstan.error',
      weight: 9,
      pattern:
        /\[ERROR\] Found [1-9]\d{0,5} errors?|Ignored error pattern .{1,200} was not matched|Psalm.{0,40}[1-9]\d{0,4} errors found|^\d{1,6} errors found$|Call to an undefined method|phpstan\.(?:org|neon)|ERROR: (?:Undefined|Invalid|PossiblyNull|Mixed)\w{3,60} - |done \(warnings were emitted\)|Halting VM with exit status 2/,
      example: ' [ERROR] Found 3 errors'
    }
  ],
  compile_error: [
    {
      id: 'script.syntax',
      weight: 8,
      pattern:
        /PHP Parse error: |Parse error: syntax error|PHP Fatal error: {1,4}(?!Allowed memory)|== Compilation error in file|\*\* \((?:CompileError|SyntaxError|TokenMissingError|UndefinedFunctionError)\)|syntax error, unexpected|syntax error near unexpected token|unexpected EOF while looking for matching|cannot load such file -- (?<package>[\w./-]{1,100})|could not compile dependency :|Error: Compilation failed|undefined function \w{1,60}\/\d/,
      example: 'PHP Parse error:  syntax error, unexpected token "}" in /a.php on line 3'
    }
  ],
  config_error: [
    {
      id: 'script.config',
      weight: 7.5,
      pattern:
        /Could not locate Gemfile|rbenv: version `|Unknown ruby version|Gemfile syntax error|Unknown version .{1,20} for (?:ruby|php) on|Don't know how to build task|Composer could not find a composer\.json|composer\.json" does not match the expected JSON schema|unrecognized cop|The `\w{1,60}` cop|Error: RuboCop found unknown Ruby version|No such file or directory @ rb_sysopen|: unbound variable|: Permission denied$|bad interpreter: |cannot execute binary file|required environment variable|environment variable .{1,60} (?:is )?(?:not set|missing|required|undefined)/,
      example: 'Could not locate Gemfile or .bundle/ directory'
    }
  ]
}
