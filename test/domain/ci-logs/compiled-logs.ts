// The same of compilers, and of the test runners and linters of what is compiled.
import type { FailedLog } from './logs.js'

export const COMPILED_LOGS: readonly FailedLog[] = [
  {
    command: 'go test ./...',
    type: 'test_failure',
    told: ['--- FAIL: TestParse', 'parse_test.go:17: got 3, want 4'],
    file: 'parse_test.go',
    line: 17,
    log: `ok  	example.com/app/config	0.002s
--- FAIL: TestParse (0.00s)
    parse_test.go:17: got 3, want 4
FAIL
FAIL	example.com/app/parse	0.003s
?   	example.com/app/cmd	[no test files]
FAIL`
  },
  {
    command: 'go test -v ./...',
    type: 'test_failure',
    told: ['--- FAIL: TestParse', 'parse_test.go:17: got 3, want 4'],
    file: 'parse_test.go',
    line: 17,
    log: `=== RUN   TestOther
--- PASS: TestOther (0.00s)
=== RUN   TestParse
=== RUN   TestParse/empty
    parse_test.go:17: got 3, want 4
--- FAIL: TestParse (0.00s)
    --- FAIL: TestParse/empty (0.00s)
FAIL
FAIL	example.com/app/parse	0.003s
FAIL`
  },
  {
    command: 'go build ./...',
    type: 'compile_error',
    told: ['./main.go:5:2: undefined: first'],
    file: 'main.go',
    line: 5,
    log: `# example.com/app
./main.go:5:2: undefined: first
./main.go:9:14: cannot use "a" (untyped string constant) as int value in argument to f
./main.go:12:2: declared and not used: last`
  },
  {
    command: 'cargo test',
    type: 'test_failure',
    told: ['panicked at src/lib.rs:12:9', 'assertion `left == right` failed', 'left: 4', 'right: 5'],
    file: 'src/lib.rs',
    line: 12,
    log: `   Compiling app v0.1.0 (/home/runner/work/app/app)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 0.51s
     Running unittests src/lib.rs (target/debug/deps/app-0123456789abcdef)

running 2 tests
test tests::subtracts ... ok
test tests::adds ... FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' panicked at src/lib.rs:12:9:
assertion \`left == right\` failed
  left: 4
 right: 5
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    tests::adds

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\``
  },
  {
    command: 'cargo build',
    type: 'compile_error',
    told: ['error[E0308]: mismatched types'],
    file: 'src/main.rs',
    line: 4,
    log: `   Compiling app v0.1.0 (/home/runner/work/app/app)
error[E0308]: mismatched types
 --> src/main.rs:4:18
  |
4 |     let a: i32 = "one";
  |            ---   ^^^^^ expected \`i32\`, found \`&str\`
  |            |
  |            expected due to this

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`app\` (bin "app") due to 1 previous error`
  },
  {
    command: 'cargo build',
    type: 'compile_error',
    told: ['error[E0308]: mismatched types'],
    file: 'src/main.rs',
    line: 4,
    log: `   Compiling app v0.1.0 (/home/runner/work/app/app)
error[E0308]: mismatched types
 --> src/main.rs:4:18
  |
${Array.from({ length: 30 }, (_, at) => `  | a note on line ${at} of the type`).join('\n')}

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`app\` (bin "app") due to 1 previous error`
  },
  {
    command: 'cargo fmt --check',
    type: 'lint_format',
    told: ['Diff in /home/runner/work/app/app/src/main.rs:3:'],
    file: 'src/main.rs',
    line: 3,
    log: `Diff in /home/runner/work/app/app/src/main.rs:3:
 fn main() {
-    let a=1;
+    let a = 1;
 }`
  },
  {
    command: 'cargo clippy -- -D warnings',
    type: 'lint_format',
    told: ['error: unused variable: `a`'],
    file: 'src/main.rs',
    line: 2,
    log: `    Checking app v0.1.0 (/home/runner/work/app/app)
error: unused variable: \`a\`
 --> src/main.rs:2:9
  |
2 |     let a = 1;
  |         ^ help: if this is intentional, prefix it with an underscore: \`_a\`
  |
  = note: \`-D unused-variables\` implied by \`-D warnings\`

error: could not compile \`app\` (bin "app") due to 1 previous error`
  },
  {
    command: './gradlew test',
    type: 'test_failure',
    told: ['CalcTest > addsNumbers() FAILED', 'expected: <5> but was: <4>'],
    file: 'CalcTest.java',
    line: 12,
    log: `> Task :compileJava
> Task :test FAILED

CalcTest > addsNumbers() FAILED
    org.opentest4j.AssertionFailedError: expected: <5> but was: <4>
        at app//com.example.CalcTest.addsNumbers(CalcTest.java:12)

3 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///home/runner/work/app/app/build/reports/tests/test/index.html

* Try:
> Run with --scan to get full insights.

BUILD FAILED in 4s
3 actionable tasks: 3 executed`
  },
  {
    command: './gradlew build',
    type: 'compile_error',
    told: ['App.java:5: error: cannot find symbol'],
    file: 'src/main/java/com/example/App.java',
    line: 5,
    log: `> Task :compileJava FAILED
/home/runner/work/app/app/src/main/java/com/example/App.java:5: error: cannot find symbol
        int a = missing();
                ^
  symbol:   method missing()
  location: class App
1 error

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler error output for details.

BUILD FAILED in 2s`
  },
  {
    command: 'mvn -B verify',
    type: 'compile_error',
    told: ['App.java:[5,17] cannot find symbol'],
    file: 'src/main/java/com/example/App.java',
    line: 5,
    log: `[INFO] --- compiler:3.11.0:compile (default-compile) @ app ---
[ERROR] COMPILATION ERROR :
[INFO] -------------------------------------------------------------
[ERROR] /home/runner/work/app/app/src/main/java/com/example/App.java:[5,17] cannot find symbol
  symbol:   method missing()
  location: class com.example.App
[INFO] 1 error
[INFO] -------------------------------------------------------------
[INFO] BUILD FAILURE
[INFO] -------------------------------------------------------------
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default-compile) on project app: Compilation failure
[ERROR] /home/runner/work/app/app/src/main/java/com/example/App.java:[5,17] cannot find symbol
[ERROR] -> [Help 1]`
  },
  {
    command: 'mvn -B test',
    type: 'test_failure',
    told: ['CalcTest.addsNumbers:12 expected: <5> but was: <4>'],
    file: 'CalcTest.java',
    line: 12,
    log: `[INFO] Running com.example.CalcTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in com.example.CalcTest
[ERROR] com.example.CalcTest.addsNumbers -- Time elapsed: 0.01 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <5> but was: <4>
	at com.example.CalcTest.addsNumbers(CalcTest.java:12)

[INFO] Results:
[INFO]
[ERROR] Failures:
[ERROR]   CalcTest.addsNumbers:12 expected: <5> but was: <4>
[INFO]
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0
[INFO]
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.1.2:test (default-test) on project app: There are test failures.`
  },
  {
    command: 'dotnet build',
    type: 'compile_error',
    told: ["error CS0103: The name 'first' does not exist in the current context"],
    file: 'src/App.cs',
    line: 5,
    log: `  Determining projects to restore...
/home/runner/work/app/app/src/App.cs(5,9): error CS0103: The name 'first' does not exist in the current context [/home/runner/work/app/app/src/App.csproj]
/home/runner/work/app/app/src/App.cs(9,9): error CS0103: The name 'last' does not exist in the current context [/home/runner/work/app/app/src/App.csproj]

Build FAILED.

    0 Warning(s)
    2 Error(s)`
  },
  {
    command: 'dotnet test',
    type: 'test_failure',
    told: ['Failed CalcTests.Adds', 'Assert.Equal() Failure: Values differ', 'Expected: 5', 'Actual:   4'],
    file: 'tests/CalcTests.cs',
    line: 10,
    log: `Starting test execution, please wait...
  Failed CalcTests.Adds [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 5
Actual:   4
  Stack Trace:
     at CalcTests.Adds() in /home/runner/work/app/app/tests/CalcTests.cs:line 10

Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 20 ms - tests.dll (net8.0)`
  },
  {
    command: 'make',
    type: 'compile_error',
    told: ["src/a.c:3:5: error: 'b' undeclared (first use in this function)"],
    file: 'src/a.c',
    line: 3,
    log: `cc -Wall -c src/a.c -o src/a.o
src/a.c: In function 'main':
src/a.c:3:5: error: 'b' undeclared (first use in this function)
    3 |     b = 1;
      |     ^
src/a.c:8:1: error: expected ';' before '}' token
make: *** [Makefile:4: src/a.o] Error 1`
  },
  {
    command: 'docker build .',
    type: 'dependency_resolution',
    told: ['nosuchpkg (no such package)'],
    log: `#5 [1/2] FROM docker.io/library/alpine:3.20
#5 DONE 1.1s

#6 [2/2] RUN apk add --no-cache nosuchpkg
#6 0.312 fetch https://dl-cdn.alpinelinux.org/alpine/v3.20/main/x86_64/APKINDEX.tar.gz
#6 1.123 ERROR: unable to select packages:
#6 1.125   nosuchpkg (no such package):
#6 1.125     required by: world[nosuchpkg]
#6 ERROR: process "/bin/sh -c apk add --no-cache nosuchpkg" did not complete successfully: exit code: 1
------
 > [2/2] RUN apk add --no-cache nosuchpkg:
0.312 fetch https://dl-cdn.alpinelinux.org/alpine/v3.20/main/x86_64/APKINDEX.tar.gz
1.123 ERROR: unable to select packages:
1.125   nosuchpkg (no such package):
1.125     required by: world[nosuchpkg]
------
Dockerfile:2
--------------------
   1 |     FROM alpine:3.20
   2 | >>> RUN apk add --no-cache nosuchpkg
   3 |
--------------------
ERROR: failed to build: failed to solve: process "/bin/sh -c apk add --no-cache nosuchpkg" did not complete successfully: exit code: 1`
  }
]
