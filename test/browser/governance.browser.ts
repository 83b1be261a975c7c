import t, { type Test } from 'tap'
import { startPeople } from '../fixtures/people-service.js'
import { startPolicies } from '../fixtures/policy-service.js'
import type { TestService } from '../harness/app.js'
import { axeViolations, openBrowser, settled } from './browser.js'

/** A repository at the emulated host, and a browser on the service that looks after it. */
async function begin<Service extends Pick<TestService, 'app'>>(t: Test, service: Service) {
  const browser = await openBrowser(service.app)
  t.teardown(() => browser.close())
  const { origin } = browser
  const opened = await browser.openReal({ theme: 'light', width: 1280 })
  const { page } = opened
  return {
    ...service,
    ...opened,
    origin,
    async visit(path: string) {
      await page.goto(origin + path)
      await settled(page)
    },
    /** Presses the button that opens a dialog, and returns the dialog. */
    async ask(label: string | RegExp) {
      await page.getByRole('main').getByRole('button', { name: label }).first().click()
      return page.getByRole('dialog')
    }
  }
}

t.test('a policy is made, run, and its violation seen, suppressed and seen again', async (t) => {
  const { page, ask, visit, workAll, written, violations, complaints } = await begin(
    t,
    await startPolicies(t)
  )
  await visit('/dashboard/policies')
  await page.getByText('Nothing is asked of any repository until you make one.').waitFor()
  const form = await ask('New policy')
  await form.getByRole('button', { name: 'New policy' }).click()
  await form.getByText('Name is required.').waitFor()
  await form.getByLabel('Name').fill('Protected main')
  await form.getByRole('button', { name: 'New policy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Protected main' }).waitFor()
  await page.getByText('only reports what falls short').waitFor()

  const run = await ask('Run now')
  await run.getByText('Dry run: nothing is corrected.').waitFor()
  await run.getByLabel('Dry run').selectOption('No')
  await run.getByText('Policies that correct change the host.').waitFor()
  await run.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('The run compares all repositories with the policies').waitFor()
  t.same(await workAll(), [])
  t.notOk(written.includes('protection of main'), 'a policy that only reports corrects nothing')

  await visit('/dashboard/violations')
  const row = page.getByRole('row', { name: /octo-org\/hello.*Protected main/ })
  await row.getByText('Required reviews: 0 instead of 1').waitFor()
  t.same(await axeViolations(page), [])
  const answer = await ask(/Suppress/)
  await answer.getByLabel(/Reason/).fill('Until the move is over')
  await answer.getByRole('button', { name: 'Suppress' }).click()
  await page.getByText('The violation is suppressed.').waitFor()
  t.match(await violations(), [{ status: 'suppressed', suppressed_reason: 'Until the move is over' }])

  await page.getByLabel('Status').selectOption('suppressed')
  await page.getByText('by api until it is lifted: Until the move is over').waitFor()
  await page.getByRole('table').getByRole('link', { name: 'Protected main' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Protected main' }).waitFor()
  t.same(complaints, [])
})

t.test('a policy is changed and deleted, and what changed is shown before', async (t) => {
  const { page, ask, visit, policy, client, complaints } = await begin(t, await startPolicies(t))
  const { id } = await policy({ name: 'First', min_reviews: 1 })
  await visit(`/dashboard/policies/${id}`)
  const form = await ask('Edit')
  await form.getByText('Nothing is changed yet.').waitFor()
  await form.getByLabel('Min reviews').fill('2')
  await form.getByLabel('Block deletions').selectOption('–')
  t.match(
    await form.getByLabel('What changes').innerText(),
    /Min reviews\s+1\s+2[\s\S]*Block deletions\s+yes\s+none/
  )
  await form.getByRole('button', { name: 'Edit' }).click()
  await page.getByText('The policy was changed.').waitFor()
  const { data } = await client.GET('/api/enforcement/policies/{id}', { params: { path: { id } } })
  t.match(data, { min_reviews: 2, block_deletions: null, block_force_pushes: true })
  await page.getByText('Change a policy').waitFor()
  const last = await ask('Delete')
  await last.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing is asked of any repository until you make one.').waitFor()
  t.same(complaints, [])
})

t.test('a branch rule is edited, and the host shows it', async (t) => {
  const { page, ask, visit, client, classic, complaints } = await begin(t, await startPolicies(t))
  const path = { owner: 'octo-org', repo: 'hello', pattern: 'main' }
  await client.PUT('/api/maintainer/branch-rules/{owner}/{repo}/{pattern}', {
    params: { path },
    body: { required_reviews: 1 }
  })
  await visit('/dashboard/maintainer/branch-rules')
  const form = await ask(/Edit/)
  await form.getByRole('button', { name: 'Edit' }).click()
  await form.getByRole('alert').getByText('Nothing is changed yet.').waitFor()
  await form.getByLabel('Required reviews').fill('3')
  await form.getByLabel('Enforce admins').selectOption('Yes')
  t.match(
    await form.getByLabel('What changes').innerText(),
    /Required reviews\s+1\s+3[\s\S]*Enforce admins\s+no\s+yes/
  )
  await form.getByRole('button', { name: 'Edit' }).click()
  await page.getByText('The rule was changed.').waitFor()
  t.match(classic(), {
    required_pull_request_reviews: { required_approving_review_count: 3 },
    enforce_admins: true
  })
  await page.getByText(/3 approvals.*binds administrators/).waitFor()
  t.same(complaints, [])
})

t.test('access is changed and taken, after the dialog has said what that means', async (t) => {
  const people = await startPeople(t)
  const { world, repository, sync, who } = people
  world.addCollaborator(repository, 'root', 'admin')
  world.addCollaborator(repository, 'reader', 'pull')
  t.same(await sync(), [])
  const { page, ask, visit, complaints } = await begin(t, people)
  await visit('/dashboard/maintainer/octo-org/hello')
  const change = await ask(/Change reader/)
  await change.getByLabel('Permission').selectOption('push')
  await change.getByRole('table').getByText('may also push, and merge pull requests').waitFor()
  await change.getByRole('button', { name: 'Change' }).click()
  await page.getByText('The permission was changed.').waitFor()
  t.ok((await who()).includes('reader push hello'))
  const remove = await ask(/Remove reader/)
  await remove.getByText('Access through a team or as an owner of the organisation stays.').waitFor()
  await remove.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The access was removed.').waitFor()
  t.same(await who(), ['root admin hello'])
  t.same(complaints, [])
})
