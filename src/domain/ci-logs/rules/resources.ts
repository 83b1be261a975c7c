// Exhausted resources: memory, disk, time.
import type { RulePack } from './rule.js'

export const resources: RulePack = {
  out_of_memory: [
    {
      id: 'oom.v8',
      weight: 10,
      pattern:
        /JavaScript heap out of memory|Reached heap limit Allocation failed|Ineffective mark-compacts near heap limit|CALL_AND_RETRY_LAST Allocation failed|ERR_WORKER_OUT_OF_MEMORY|Worker terminated due to reaching memory limit|invalid array length Allocation failed/,
      example: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'
    },
    {
      id: 'oom.jvm',
      weight: 10,
      pattern:
        /java\.lang\.OutOfMemoryError|OutOfMemoryError: |GC overhead limit exceeded|Java heap space|There is insufficient memory for the Java Runtime|Gradle build daemon has been stopped: .{0,40}(?:memory|garbage)|Expiring Daemon because JVM (?:heap|Metaspace)|JVM garbage collector thrashing|Native memory allocation \(m(?:alloc|map)\) failed/,
      example: 'java.lang.OutOfMemoryError: Java heap space'
    },
    {
      id: 'oom.compiler',
      weight: 10,
      pattern:
        /Killed signal terminated program|internal compiler error: Killed|virtual memory exhausted|cc1plus: out of memory|out of memory allocating \d|LLVM ERROR: out of memory|collect2: fatal error: ld terminated with signal 9|\(signal: 9, SIGKILL: kill\)|memory exhausted|error: .{0,40}signal: 9|compile: signal: killed|link: signal: killed|: signal: killed/,
      example: 'g++: fatal error: Killed signal terminated program cc1plus'
    },
    {
      id: 'oom.kernel',
      weight: 9.5,
      pattern:
        /Out of memory: Kill(?:ed)? process|oom-kill|OOMKilled|oom_reaper|Memory cgroup out of memory|invoked oom-killer|(?:was|were|got) OOM[- ]killed|Container killed on request\. Exit code is 137/i,
      example: 'Reason: OOMKilled'
    },
    {
      id: 'oom.python',
      weight: 9,
      pattern:
        /^(?:E {1,4})?MemoryError\b|numpy.{0,40}ArrayMemoryError|Unable to allocate [\d.]{1,8} [KMGT]iB|torch\.(?:cuda\.)?OutOfMemoryError|CUDA out of memory|CUDA_ERROR_OUT_OF_MEMORY/,
      example: 'MemoryError'
    },
    {
      id: 'oom.alloc',
      weight: 8.5,
      pattern:
        /Cannot allocate memory|std::bad_alloc|ENOMEM\b|fatal error: runtime: out of memory|runtime: out of memory|cannot allocate \d{1,15}-byte block|Allowed memory size of \d{1,15} bytes exhausted|System\.OutOfMemoryException|memory allocation of \d{1,15} bytes failed|NoMemoryError|failed to allocate memory/,
      example:
        'PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes)'
    },
    {
      id: 'oom.137',
      weight: 7,
      pattern:
        /exit(?:ed)?(?: with)?(?: exit)?(?: code| status)?:? ?\(?137\b|code 137\b|exit code: 137|status 137\b|returned a non-zero code: 137|finished with non-zero exit value 137|\*\*\* .{1,250} Error 137\b/i,
      example: 'Process completed with exit code 137.'
    },
    {
      id: 'oom.killed',
      weight: 6,
      pattern:
        /: line \d{1,6}: {1,4}\d{1,9} Killed|^Killed\b|Killed: 9|exited due to signal 9|SIGKILL|Command was killed with SIGKILL|jest worker process .{0,60}terminated by another process: signal=SIGKILL|worker .{0,20}was terminated due to a signal/,
      example: './run.sh: line 12:  4242 Killed                  make -j8'
    },
    {
      id: 'oom.runner',
      weight: 8,
      pattern:
        /consumed too much memory|memory limit (?:of .{1,20} )?(?:was )?exceeded|exceed(?:ed|s|ing) (?:the )?memory limit|ran out of memory|running out of memory|received signal 9|ResourceExhausted: .{0,60}memory|cannot allocate memory: unknown/i,
      example: 'The build container consumed too much memory and ran out of memory'
    }
  ],
  disk_full: [
    {
      id: 'disk.full',
      weight: 10,
      pattern:
        /No space left on device|ENOSPC(?!: System limit for number of file watchers)|There is not enough space on the disk|Disk quota exceeded|disk is full|not enough (?:free )?(?:disk )?space|You don't have enough free space|insufficient (?:disk )?space|out of disk space|database or disk is full|EDQUOT\b|low on disk space|No space left on disk/i,
      example: 'write /tmp/a: no space left on device'
    },
    {
      id: 'disk.quota',
      weight: 9,
      pattern:
        /Artifact storage quota has been hit|storage quota (?:has been )?(?:exceeded|hit)|exceeded your storage|Repository storage quota|repository is over its data quota|exceeded its LFS budget|purchase more data packs/i,
      example:
        'Error: Create Artifact Container failed: Artifact storage quota has been hit. Unable to upload any new artifacts'
    }
  ],
  timeout: [
    {
      id: 'time.job',
      weight: 10,
      transient: false,
      pattern:
        /has exceeded the maximum execution time of|exceeded the maximum (?:time limit|allowed|run ?time|job)|execution took longer than \d{1,9}|Job's log exceeded limit|The job has exceeded|maximum time limit for jobs|Build timed out \(after|build exceeded the maximum|Timeout has been exceeded|job timed out|Your build has timed out|ran longer than the maximum/i,
      example: 'The job running on runner A 1 has exceeded the maximum execution time of 360 minutes.'
    },
    {
      id: 'time.step',
      weight: 10,
      transient: false,
      pattern:
        /The action '.{1,150}' has timed out after|The action has timed out|##\[error\]The action .{1,150} has timed out|step timed out|Command timed out after \d|Process timed out|timed out waiting for the process|Error: Timeout of \d{1,9}ms hit|Final attempt failed\. Timeout/i,
      example: "##[error]The action 'Run tests' has timed out after 10 minutes."
    },
    {
      id: 'time.travis',
      weight: 10,
      pattern:
        /No output has been received in the last|Too long with no output|no output for \d{1,5} ?(?:m|s)|context deadline exceeded while waiting for output/i,
      example: 'Too long with no output (exceeded 10m0s): context deadline exceeded'
    },
    {
      id: 'time.go',
      weight: 10,
      transient: false,
      pattern:
        /panic: test timed out after|\*\*\* Test killed with quit: ran too long|running \[?\w{0,20}\]? ?tests: timed out/,
      example: 'panic: test timed out after 10m0s'
    },
    {
      id: 'time.jest',
      weight: 9,
      transient: true,
      pattern:
        /Exceeded timeout of \d{1,9} ?ms for a|Timeout - Async callback was not invoked within|Test timed out in \d{1,9}ms|Hook timed out in \d{1,9}ms|Timed out in waitFor|vitest-worker\]: Timeout calling/,
      example: 'thrown: "Exceeded timeout of 5000 ms for a test."'
    },
    {
      id: 'time.mocha',
      weight: 9,
      transient: true,
      pattern:
        /Timeout of \d{1,9}ms exceeded|timeout of \d{1,9}ms exceeded\. (?:For async|\(used)|Ensure the done\(\) callback is being called/,
      example: 'Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called.'
    },
    {
      id: 'time.browser',
      weight: 9,
      transient: true,
      pattern:
        /Test timeout of \d{1,9}ms exceeded|Navigation timeout of \d{1,9}|TimeoutError: (?:page|locator|browser|waiting|Navigation|frame|Waiting)|Timeout \d{1,9}ms exceeded|Timed out retrying after|Timed out \d{1,9}ms waiting for|timed out waiting for the browser|page\.goto: Timeout|Cypress could not verify that this server is running|selenium\.common\.exceptions\.TimeoutException|browserType\.launch: Timeout|ProtocolError: .{0,80}timed out|Timed out waiting for element|Protocol error .{0,60}timed out/,
      example: 'Test timeout of 30000ms exceeded.'
    },
    {
      id: 'time.gomega',
      weight: 9,
      transient: true,
      pattern: /\[FAILED\].{0,20} Timed out after|Timed out after \d{1,6}\.\d{1,6}s/,
      example: '  [FAILED] Timed out after 1.001s.'
    },
    {
      id: 'time.condition',
      weight: 8,
      transient: true,
      pattern:
        /Condition never satisfied|timed out waiting for (?:the )?condition|ConditionTimeoutException|test timed out after \d{1,9} (?:milli)?seconds|TestTimedOutException|Failed: Timeout >|Timeout \(?>\d{1,9}(?:\.\d)?s\)?|org\.awaitility|execution timed out after \d|wait timed out|Timed out waiting for/i,
      example: 'Error: timed out waiting for the condition'
    },
    {
      id: 'time.terminated',
      weight: 9,
      transient: false,
      pattern:
        /TERMINATED by timeout|\bTIMEOUT \[ {0,6}\d{1,6}\.\d{1,4}s\]|\*\*\*Timeout +\d|SLOW \[> ?\d{1,6}.{0,20}TERMINATING|Test #\d{1,6}: .{1,120}\*\*\*Timeout|TIMEOUT in \d{1,6}\.\d/,
      example: '12/40 Test #12: io_test ..................***Timeout 1500.01 sec'
    },
    {
      id: 'time.wait',
      weight: 8,
      transient: true,
      pattern:
        /context deadline exceeded|DeadlineExceeded|deadline exceeded|asyncio\.(?:exceptions\.)?TimeoutError|TimeoutError: (?!page|locator|browser|Waiting|waiting|Navigation)|timed out after \d{1,6} ?(?:s|sec|seconds|ms|m|min|minutes)\b|TimeoutException|subprocess\.TimeoutExpired|Read timeout on endpoint/i,
      example: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded'
    },
    {
      id: 'time.exit',
      weight: 6,
      transient: false,
      pattern: /exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? ?124\b/i,
      example: 'Process completed with exit code 124.'
    },
    {
      id: 'time.health',
      weight: 8,
      transient: true,
      pattern:
        /(?:UPGRADE|INSTALLATION) FAILED: (?:timed out|context deadline)|exceeded its progress deadline|timeout expired waiting for|timed out waiting for (?:server|service|port|container|database|pod|rollout)|Timeout occurred waiting|Timed out waiting for: (?:https?|tcp)/i,
      example: 'Error: UPGRADE FAILED: timed out waiting for the condition'
    }
  ],
  crash: [
    {
      id: 'crash.daemon',
      weight: 7,
      transient: true,
      pattern: /Gradle build daemon disappeared unexpectedly/,
      example: 'Gradle build daemon disappeared unexpectedly (it may have been killed or may have crashed)'
    },
    {
      id: 'crash.segv',
      weight: 9.5,
      pattern:
        /Segmentation fault|SIGSEGV|segfault at|signal 11\b|EXC_BAD_ACCESS|Access ?violation|0xC0000005|unexpected signal during runtime execution|signal arrived during external code execution/i,
      example: 'Segmentation fault (core dumped)'
    },
    {
      id: 'crash.abort',
      weight: 8.5,
      pattern:
        /SIGABRT|Aborted \(core dumped\)|\(core dumped\)|signal 6\b|Abort trap: 6|terminate called after throwing|terminate called without an active|double free or corruption|free\(\): invalid|malloc\(\): |corrupted size vs\. prev_size|stack smashing detected|Assertion `.{1,300}' failed\.|munmap_chunk|The forked VM terminated without (?:properly )?saying/i,
      example: "terminate called after throwing an instance of 'std::runtime_error'"
    },
    {
      id: 'crash.signal',
      weight: 8.5,
      pattern:
        /SIGBUS|SIGILL|Illegal instruction|Bus error|Floating point exception|signal 4\b|signal: 4, SIGILL|Trace\/breakpoint trap|Trace\/BPT trap|Fatal Python error: |A fatal error has been detected by the Java Runtime|core file will be written|hs_err_pid\d|exited unexpectedly with (?:code|signal)|Stack overflow\.|has overflowed its stack|AddressSanitizer(?:: |:DEADLYSIGNAL)|ThreadSanitizer: data race|UndefinedBehaviorSanitizer/i,
      example: 'Fatal Python error: Bus error'
    },
    {
      id: 'crash.exit',
      weight: 7.5,
      pattern:
        /exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? ?13[2459]\b|exit code: (?:0xc0000005|-1073741819|3221225477|-11|-6)\b|with code -?(?:11|139|134|1073741819)\b/i,
      example: 'Process completed with exit code 139.'
    },
    {
      id: 'crash.ice',
      weight: 9.5,
      pattern:
        /internal compiler error(?!: Killed)|the compiler unexpectedly panicked|error: internal compiler error|PLEASE submit a bug report to https?:|Stack dump without symbol names|LLVM ERROR: (?!out of memory)|compiler crashed|INTERNAL ERROR: |Unhandled exception in compiler|Internal error occurred while analyzing|fatal error: error in backend|CSC : error CS8\d{3}: .{0,40}crash/,
      example: 'error: the compiler unexpectedly panicked. this is a bug.'
    },
    {
      id: 'crash.node',
      weight: 8.5,
      pattern:
        /^#? ?Fatal error in (?:,|v8|\.\.)|# Check failed: |node::Abort\(\)|v8::internal::V8_Fatal|Uncaught signal: \d|libc\+\+abi|Check failure stack trace|thread panicked while panicking|fatal error: all goroutines are asleep|fatal error: concurrent map|WARNING: DATA RACE|panic: runtime error: |worker process has failed to exit gracefully and has been force exited|ELIFECYCLE .{0,60}signal SIG(?:SEGV|ABRT|BUS|ILL)|Call retries were exceeded|jest worker process .{0,60}terminated|ran out of stack/i,
      example: 'panic: runtime error: invalid memory address or nil pointer dereference'
    }
  ]
}
