// What people see of the queue on a pull request, besides its comment.
import t from 'tap'
import { startQueue } from '#test/fixtures/queue-service.js'

t.test('the check of the queue goes on while a pull request waits, and says how it ended', async (t) => {
  const { git, pull, admit, settle, hear } = await startQueue(t, { finishes: 'when told' })
  const shown = (number: number) =>
    git
      .checks(git.pull(number).pull.headSha)
      .filter(({ name }) => name === 'service/queue')
      .map(({ conclusion }) => conclusion)
  const [landed, red] = [await pull({ 'x.txt': 'x\n' }), await pull({ 'y.txt': 'y\n' })]
  for (const number of [landed, red]) await admit(number)
  await settle()
  t.same([shown(landed), shown(red)], [[null], [null]])
  await hear(git.finishChecks(git.pull(red).pull.headSha, { as: { build: 'failure' } }))
  await hear(git.finishChecks())
  await settle()
  await hear(git.finishChecks())
  await settle()
  t.same(
    [shown(landed), shown(red)],
    [
      [null, 'success'],
      [null, 'failure']
    ]
  )
})
