// Lists of the quarantine that no person would write.
import t from 'tap'
import { QUARANTINE_FILE, renderQuarantineList } from '#domain/flaky-tests/quarantine-list.js'
import { startFlakyTests } from '#test/fixtures/flaky-service.js'

const listOf = (names: readonly string[]) =>
  renderQuarantineList(
    names.map((name, at) => ({
      suite: 'suite',
      name,
      testId: `${at}`,
      since: new Date(0),
      expires: new Date(0),
      owner: null,
      issueNumber: null
    }))
  )

t.test('a list shows no name that would be taken for a secret, and stays a list', (t) => {
  const names = ['password=ééé"x', 'x://a:é@b', 'plain']
  const { tests } = JSON.parse(listOf(names))
  t.same(
    tests.map(({ name }: { name: string }) => name),
    ['[redacted]', 'plain', '[redacted]']
  )
  t.end()
})

t.test('a list on the default branch of any length is emptied when no test is quarantined', async (t) => {
  const long = listOf(Array.from({ length: 2_000 }, (_, at) => `a test with number ${at}`))
  const service = await startFlakyTests(t, { 'a.txt': 'a\n', [QUARANTINE_FILE]: long })
  const { deps, settle, repository } = service
  await deps.transaction((tx) =>
    deps.queue.enqueue(tx, 'flaky-tests.announce', [{ payload: { repo_id: repository.id } }])
  )
  await settle()
  const pulls = [...repository.issues.values()].filter(({ pull }) => pull)
  t.equal(pulls.length, 1)
})
