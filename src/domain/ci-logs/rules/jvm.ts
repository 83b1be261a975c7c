// Maven, Gradle, the Java and Kotlin compilers, sbt, JUnit and linters.
import type { RulePack } from './rule.js'

export const jvm: RulePack = {
  dependency_resolution: [
    {
      id: 'maven.missing',
      weight: 9,
      pattern:
        /Could not find artifact (?<package>[\w.:-]{3,200})|Failure to find (?<package2>[\w.:-]{3,200}) in|The POM for (?<package3>[\w.:-]{3,200}) is missing|Non-resolvable (?:parent|import) POM|Plugin \S{3,200} or one of its dependencies could not be resolved|No plugin found for prefix|was not found in https?:.{1,200} during a previous attempt/,
      example: 'Could not find artifact a.b:c:jar:1.2 in central (https://repo.example.org/maven2)'
    },
    {
      id: 'maven.resolve',
      weight: 6.5,
      pattern:
        /Could not resolve dependencies for project|Failed to collect dependencies|resolution will not be reattempted|Could not resolve all (?:files|dependencies|artifacts|task dependencies) for|Could not resolve all dependencies|DependencyResolutionException|Failed to read artifact descriptor/,
      example: 'Failed to execute goal on project a: Could not resolve dependencies for project b'
    },
    {
      id: 'gradle.missing',
      weight: 9,
      pattern:
        /> Could not find (?<package>[\w.:@-]{3,200})\.$|Plugin \[id: '(?<package2>[\w.-]{3,120})'.{0,120}was not found|Could not find method \w|No matching (?:variant|configuration) of|Unable to find a matching variant|Cannot find a version of '|inconsistent version|Dependency verification failed|Cannot choose between the following|Conflict\(s\) found for the following module|RequireUpperBoundDeps|DependencyConvergence|Could not resolve (?<package3>[\w.-]{2,80}:[\w.-]{2,80}:[\w.-]{1,60})/,
      example: '> Could not find a.b:c:1.2.'
    },
    {
      id: 'sbt.missing',
      weight: 8.5,
      pattern:
        /unresolved dependency: (?<package>[\w.#;-]{3,120})|sbt\.librarymanagement\.ResolveException|Error downloading [\w.-]{2,80}:[\w.-]{2,80}|found version conflict\(s\) in library dependencies/,
      example: 'unresolved dependency: a#b;1.0: not found'
    }
  ],
  compile_error: [
    {
      id: 'javac.error',
      weight: 9,
      pattern:
        /(?<![\w./\\-])(?<file>[\w./\\-]{1,250}\.(?:java|scala|groovy|kts?)):\[?(?<line>\d{1,6})[\],:\d]{0,8}: error: |: cannot find symbol|: error: (?:cannot find symbol|incompatible types|package .{1,120} does not exist|';' expected|method .{1,80} in class|unreported exception|class, interface)|\[ERROR\] (?<file2>[\w./\\:-]{1,250}\.(?:java|kt|scala)):\[(?<line2>\d{1,6}),\d{1,6}\]/,
      example: 'src/A.java:3: error: cannot find symbol'
    },
    {
      id: 'javac.failed',
      weight: 8,
      role: 'summary',
      pattern:
        /COMPILATION ERROR|Compilation failure|Compilation failed; see the compiler|Compilation error\. See log|Compilation error in|Internal compiler error\. See log|scalac.{0,30}error|\(Compile \/ compileIncremental\) Compilation failed|bad class file:|error: invalid (?:source|target) release|class file has wrong version|Unsupported class file major version/,
      example: '[ERROR] COMPILATION ERROR :'
    },
    {
      id: 'javac.task',
      weight: 6,
      role: 'place',
      pattern:
        /Failed to execute goal org\.apache\.maven\.plugins:maven-compiler|> Task :\S{0,120}compile\w{1,60} FAILED|Execution failed for task '[\w:-]{0,120}:compile\w{1,60}'/,
      example: '> Task :app:compileJava FAILED'
    },
    {
      id: 'kotlin.error',
      weight: 9,
      pattern:
        /^e: (?:file:\/\/)?(?<file>[\w./\\:-]{1,250}\.kts?)[: (]{1,3}(?:\(?(?<line>\d{1,6}))?|error: unresolved reference|Unresolved reference[: ]|\[error\] (?<file2>[\w./-]{1,250}\.scala):(?<line2>\d{1,6})/,
      example: 'e: file:///src/A.kt:3:5 Unresolved reference: b'
    }
  ],
  test_failure: [
    {
      id: 'surefire.summary',
      weight: 8.5,
      role: 'summary',
      pattern:
        /Tests run: \d{1,7}, Failures: [1-9]|Tests run: \d{1,7}, Failures: \d{1,6}, Errors: [1-9]|There are test failures|There were failing tests|\d{1,7} tests completed, [1-9]\d{0,6} failed|<<< (?:FAILURE|ERROR)!|\[ERROR\] (?:Failures|Errors): ?$|Failed tests: |Tests: [1-9]\d{0,5} failed|\(Test \/ test\) sbt\.TestsFailedException|Failed: Total \d{1,6}, Failed [1-9]/,
      example: 'Tests run: 20, Failures: 1, Errors: 0, Skipped: 0'
    },
    {
      id: 'junit.failed',
      weight: 8,
      role: 'assertion',
      pattern:
        /AssertionFailedError|ComparisonFailure|java\.lang\.AssertionError|expected: ?<.{0,300}> but was: ?<|expected:? ?\[.{0,200}\] but (?:was|found)|org\.opentest4j\.\w|Wanted but not invoked|org\.mockito\.exceptions\.|\*\*\* FAILED \*\*\*|\[ERROR\] {1,4}(?<file>\w{1,100})\.\w{1,100}:(?<line>\d{1,6})/,
      example: 'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>'
    },
    {
      id: 'junit.name',
      weight: 8,
      pattern: /^\S{1,250} > .{1,300} FAILED$|There were failing tests\. See the report at/,
      example: 'ATest > doesB() FAILED'
    },
    {
      id: 'junit.task',
      weight: 6,
      role: 'place',
      pattern:
        /Failed to execute goal org\.apache\.maven\.plugins:maven-(?:surefire|failsafe)|> Task :\S{0,120}[tT]est\w{0,60} FAILED|Execution failed for task '[\w:-]{0,120}:\w{0,60}[tT]est\w{0,60}'/,
      example: '> Task :app:test FAILED'
    }
  ],
  lint_format: [
    {
      id: 'jvm.style',
      weight: 9,
      pattern:
        /You have [1-9]\d{0,5} Checkstyle violations|Checkstyle (?:rule violations|files with)|reported by Checkstyle|has not been previously formatted|do not have the expected license header|The following files had format violations|ktlint.{0,60}(?:error|violation)|Lint error found|Analysis failed with [1-9]\d{0,5} weighted issues|PMD (?:found|Failure|rule violations)|SpotBugs (?:rule violations|violations were found)|Run '.{0,30}gradlew.{0,20} :?spotlessApply'|scalafmt(?:Check|: )|Lint found [1-9]\d{0,5} errors|Lint found errors in the project/,
      example: '> The following files had format violations:'
    },
    {
      id: 'gradle.health',
      weight: 8.5,
      pattern:
        /Existing dependencies which should be modified|Unused dependencies which should be removed|These transitive dependencies should be declared directly|dependencies should be declared directly|:projectHealth'|Used undeclared dependencies|Unused declared dependencies/,
      example: 'Unused dependencies which should be removed:'
    }
  ],
  quality_gate: [
    {
      id: 'jvm.gate',
      weight: 9,
      pattern:
        /Rule violated for bundle|Coverage checks have not been met|:jacocoTestCoverageVerification'|API check failed for project|apiCheck'|One or more dependencies were identified with vulnerabilities|Dependency-Check Failure|Too many files with unapproved license|Some Enforcer rules have failed|revapi.{0,60}(?:error|fail)/i,
      example: 'Rule violated for bundle a: lines covered ratio is 0.70, but expected minimum is 0.80'
    }
  ],
  config_error: [
    {
      id: 'jvm.config',
      weight: 8,
      pattern:
        /Unsupported class file major version|A problem occurred (?:evaluating|configuring) (?:root )?project|A problem occurred evaluating|Could not compile (?:build|settings) file|Could not open (?:cp_)?settings generic class cache|Unable to access jarfile|Could not find or load main class|JAVA_HOME is (?:set to an invalid|not set|not defined)|Invalid JDK|requires at least JDK|invalid target release|release version \d{1,3} not supported|error: release version|Minimum supported Gradle version|SDK location not found|Unknown lifecycle phase|Task '[^']{1,120}' not found in|Project '[^']{1,120}' not found|No such property: |permission denied: \.\/gradlew|\.\/gradlew: Permission denied|\.\/mvnw: Permission denied|Could not determine java version|Failed to find (?:target with hash|Build Tools)|Failed to install the following Android SDK|toolchain .{0,60}(?:not found|could not)|No matching toolchains found|Android Gradle plugin requires Java|Non-parseable POM|The goal you specified requires a project to execute|The build could not read \d{1,3} project/i,
      example: "A problem occurred evaluating root project 'a'."
    }
  ],
  auth_permission: [
    {
      id: 'jvm.auth',
      weight: 9.5,
      pattern:
        /Not authorized ?,|status: 40[13] (?:Unauthorized|Forbidden)|Received status code 40[13] from server|Username must not be null|status code: 40[13], reason phrase|Return code is: 40[13]|authentication failed for https?:|gpg: signing failed|no default secret key/i,
      example: 'Could not transfer artifact a:b:pom:1 from/to c: Not authorized , ReasonPhrase: Unauthorized'
    }
  ],
  timeout: [
    {
      id: 'gradle.timeout',
      weight: 9,
      transient: false,
      pattern:
        /Timeout has been exceeded|Timeout waiting to (?:lock|connect)|There was a timeout or other error in the fork/,
      example: '> Timeout has been exceeded'
    }
  ]
}
