// Whoever is ejected for a failed check learns where it failed, and whether the base has the failure too.
import t from 'tap'
import type { CiVerdict } from '#demo/world/git/git-state.js'
import { clashingFiles } from '#test/fixtures/git-world.js'
import { type QueueService, startQueue } from '#test/fixtures/queue-service.js'

const redFiles: CiVerdict = (files) => ({
  build: files.has('red.txt') ? 'failure' : 'success',
  lint: files.has('untidy.txt') ? 'failure' : 'success'
})

const shortTip = ({ git }: QueueService) => git.tip('main')?.slice(0, 7) ?? ''

/** What the comment, the queue and the evidence say of it. */
async function toldOf(service: QueueService, number: number) {
  const entry = (await service.queue()).entries.find(({ pr_number }) => pr_number === number)
  const decision = (await service.decisions()).find(({ target_number }) => target_number === number)
  return {
    comment: service.git.comments(number).join('\n'),
    error: entry?.merge_error ?? '',
    evidence: decision?.reason ?? ''
  }
}

t.test('a check that fails on the base as well is not held against the pull request alone', async (t) => {
  const files = { 'a.txt': 'a\n', 'red.txt': 'red\n' }
  // Known when it is admitted, or only later.
  for (const finishes of ['at once', 'when told'] as const) {
    const start = { ci: redFiles, files, finishes }
    const service = await startQueue(t, start, { required_checks: ['build', 'lint'] })
    service.git.pushOutside({ 'b.txt': 'b\n' })
    const number = await service.pull({ 'untidy.txt': 'untidy\n' })
    await service.admit(number)
    await service.hear(service.git.finishChecks())
    await service.settle()
    const { comment, error, evidence } = await toldOf(service, number)
    const tip = shortTip(service)
    t.match(
      comment,
      /- \[`build`\]\(https:\S+\/job\/\d+\): fails on the base as well\n- \[`lint`\]\(https:\S+\/job\/\d+\): passes on the base\n/
    )
    t.match(
      comment,
      `The base is \`main\` at \`${tip}\`. What fails there as well is not this pull request alone.`
    )
    for (const words of [error, evidence]) {
      t.match(words, `build fails on main (${tip}) as well: it is not this pull request alone.`)
      t.match(words, `lint passes on main (${tip}).`)
    }
  }
})

t.test('what is red only as it would land is compared with the base as well', async (t) => {
  const service = await startQueue(t, { ci: clashingFiles }, { batch_size: 2, batch_max_wait_secs: 60 })
  const [first, second] = [await service.pull({ 'x.txt': 'x\n' }), await service.pull({ 'y.txt': 'y\n' })]
  await service.admit(first)
  await service.admit(second)
  await service.settle()
  const { comment, error, evidence } = await toldOf(service, second)
  t.match(comment, /which holds what would land:\n- \[`build`\]\(https:\S+\/job\/\d+\): passes on the base\n/)
  t.match(comment, `The base is \`main\` at \`${shortTip(service)}\`.`)
  t.match(error, `build passes on main (${shortTip(service)}). Push a fix.`)
  t.match(evidence, `Its checks failed. build passes on main (${shortTip(service)}).`)
})

t.test('nothing is said of checks that have not ended on the base', async (t) => {
  const isHead = (branch: string) => branch !== 'main'
  const service = await startQueue(t, { ci: redFiles, onPush: isHead })
  service.git.pushOutside({ 'b.txt': 'b\n' })
  const number = await service.pull({ 'red.txt': 'red\n' })
  await service.admit(number)
  await service.settle()
  const { comment, error, evidence } = await toldOf(service, number)
  t.match(comment, /- \[`build`\]/)
  for (const words of [comment, error, evidence]) t.notMatch(words, /on main|the base/i)
})
