// Lines by which any job or tool reports a failure. They locate it but explain little.
import type { RulePack } from './rule.js'

export const general: RulePack = {
  test_failure: [
    {
      id: 'any.assert',
      weight: 5.5,
      pattern:
        /AssertionError|Assertion failed|assertion failed|AssertionFailure|Expected .{1,100} to (?:be|equal|match|have|contain)|expected .{1,80}, (?:but )?(?:got|was|received)|FAILED: .{1,80}test|tests? failed\b|failing tests?\b|[1-9]\d{0,5} failures?\b(?!, 0)|Test failed[.:]|[1-9]\d{0,4} of \d{1,6} tests failed|[1-9]\d{0,4} tests? FAILED/i,
      example: 'AssertionError: 1 is not 2'
    }
  ],
  unknown: [
    {
      id: 'any.error',
      weight: 2,
      pattern:
        /\berror(?: \w{1,20})?: |\bfatal(?: \w{1,20})?: |\[ERROR\]|^ERR!|npm ERR!|npm error|error\(s\)|\wException: /i,
      example: 'error: something went wrong'
    },
    {
      id: 'any.failed',
      weight: 1.5,
      pattern:
        /\bfailed\b|FAILURE|Traceback \(most recent call last\)|BUILD FAIL|Build failed|ELIFECYCLE|Command failed|exited with (?:code|exit|status)|command terminated|Unhandled|Uncaught|panic: /,
      example: 'BUILD FAILED in 7m 41s'
    }
  ]
}
