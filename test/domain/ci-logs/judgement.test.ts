import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'

function diagnosisOf(...lines: string[]) {
  const reader = createLogReader()
  reader.push(['##[group]Run ./ci.sh', './ci.sh', '##[endgroup]', ...lines, ''].join('\n'))
  return diagnose(reader.end())
}

t.test('an agent that was lost is the runner, and a re-run is worth it', async (t) => {
  t.match(diagnosisOf("Build was canceled: agent 'build-06' was disconnected", 'Finished: FAILURE'), {
    type: 'runner_infra',
    transient: true
  })
})

t.test('what is final asks for no re-run, however much like the network it looks', async (t) => {
  for (const line of [
    'curl: (6) Could not resolve host: undefined.example.org',
    'curl: (60) SSL certificate problem: self-signed certificate'
  ])
    t.match(diagnosisOf(line), { type: 'network', transient: false }, line)
})

t.test('what a failed test is called is not why it failed', async (t) => {
  const { type, transient } = diagnosisOf(
    '  ✕ retries after ECONNRESET and ETIMEDOUT (27 ms)',
    '  ● client › retries after ECONNRESET and ETIMEDOUT',
    '    expect(received).toBe(expected) // Object.is equality',
    '    Expected: 3',
    '    Received: 2',
    'Tests:       1 failed, 4 passed, 5 total',
    '##[error]Process completed with exit code 1.'
  )
  t.match({ type, transient }, { type: 'test_failure', transient: false })
})

t.test('an image that cannot be pulled asks for no re-run of the rollout that waits for it', async (t) => {
  const { type, transient } = diagnosisOf(
    'Failed to pull image "ghcr.io/octo-org/shop:1": not found',
    'error: timed out waiting for the condition'
  )
  t.match({ type, transient }, { type: 'docker_build', transient: false })
})
