// What people do on the pages of reviews, at a real service.
import t from 'tap'
import { MARKED, startReviews } from '#test/fixtures/review-service.js'
import { axeViolations } from './browser.js'
import { startJourney } from './journey.js'

const HOSTILE = '<img src=x onerror="globalThis.hacked=true">'

t.test('reviews are turned on from the page, and what a review found is read there', async (t) => {
  const reviewed = await startReviews(t, { settings: { enabled: false } })
  const { open, follow, ask, sees, page, complaints } = await startJourney(t, reviewed.app)

  await open('/dashboard/reviews')
  await sees('They are off until a repository turns them on')
  await follow('octo-org/hello')
  t.equal(await ask('Turn reviews on'), 'Reviews are on.')
  await sees('Turn reviews off')
  const number = await reviewed.pull({ 'src/sum.js': `${MARKED}// ${HOSTILE}\n` })

  await open('/dashboard/reviews?verdict=request_changes')
  await follow(`Pull request #${number}`)
  await sees(/found by the rule “Merge marker”/)
  await sees('src/sum.js:1')
  t.same(await axeViolations(page), [])
  await follow(`#${number}`)
  await follow('1 finding')
  await sees('its check fails')
  t.notOk(await page.evaluate('globalThis.hacked === true'), 'the text stays text')
  t.same(complaints, [], 'the console was silent')
})

t.test('a pull request is reviewed again from its review, and every commit keeps its own', async (t) => {
  const reviewed = await startReviews(t)
  const number = await reviewed.pull({ 'src/sum.js': MARKED })
  await reviewed.push(number, { 'src/sum.js': 'export const sum = (a, b) => b + a\n' })
  const [newest, first] = await reviewed.reviews()
  const { open, follow, ask, sees, complaints } = await startJourney(t, reviewed.app)

  await open(`/dashboard/reviews/octo-org/hello/${number}`)
  await sees('Nothing was found.')
  t.equal(await ask('Review again'), `The review of #${number} is queued.`)
  await reviewed.settle()
  await sees('a request of a person')
  t.match(await reviewed.reviews(), [{ id: newest?.id, trigger: 'api' }, { id: first?.id }])
  await follow(first?.commit_sha.slice(0, 10) ?? '')
  await sees('A later review is below.')
  await sees(/found by the rule “Merge marker”/)
  t.same(complaints, [], 'the console was silent')
})

t.test('settings are changed, what changes is shown before, and the rest stays', async (t) => {
  const reviewed = await startReviews(t, { settings: { architecture_context: 'Sums only.' } })
  const { open, sees, page, complaints } = await startJourney(t, reviewed.app)

  await open('/dashboard/reviews/octo-org/hello')
  await page.getByRole('button', { name: 'Edit settings' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Nothing is changed yet.').waitFor()
  await form.getByRole('button', { name: 'Edit settings' }).click()
  await form.getByRole('alert').getByText('Nothing is changed yet.').waitFor()
  await form.getByLabel('Max files to review').fill('0')
  await form.getByRole('button', { name: 'Edit settings' }).click()
  await form.getByText('Max files to review must be 1 at least.').waitFor()
  await form.getByLabel('Max files to review').fill('20')
  await form.getByLabel('Needs discussion').check()
  await form.getByLabel('Architecture context').fill('')
  t.match(
    await form.getByLabel('What changes').innerText(),
    /Block on verdict\s+changes requested\s+needs discussion, changes requested/
  )
  t.same(await axeViolations(page), [])
  await form.getByRole('button', { name: 'Edit settings' }).click()
  await page.getByText('The settings were changed.').waitFor()
  const { data } = await reviewed.client.GET('/api/review/config/{owner}/{repo}', {
    params: { path: { owner: 'octo-org', repo: 'hello' } }
  })
  t.match(data, {
    enabled: true,
    max_files_to_review: 20,
    block_on_verdict: ['needs_discussion', 'request_changes'],
    architecture_context: null,
    max_lines_to_review: 2_000
  })
  await page.getByText('All settings', { exact: true }).click()
  await sees('needs discussion, changes requested')
  t.same(complaints, [], 'the console was silent')
})
