import t from 'tap'
import { subscribedEvents } from '#domain/operation/app-manifest.js'
import { NEEDED_PERMISSIONS } from '#domain/operation/permissions.js'
import { CONNECTED_PILLARS } from '#schemas/operation/connection.js'
import { readPage } from './pages.js'

const GUIDE = readPage('docs/guide/connect.md')

/** As the host names them, by what the guide and the settings of an App call them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  Metadata: ['metadata'],
  Contents: ['contents'],
  'Issues, pull requests': ['issues', 'pull_requests'],
  Actions: ['actions'],
  Checks: ['checks'],
  'Commit statuses': ['statuses'],
  Administration: ['administration'],
  Workflows: ['workflows'],
  'Dependabot alerts': ['vulnerability_alerts'],
  'Members (organisation)': ['members']
}

/** The cells of each row of the table of permissions. */
const rows = GUIDE.split('\n')
  .filter((line) => line.startsWith('   | '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', read = '', write = '']) => ({ name, read, write }))
  .slice(2)

t.test('the guide grants by hand what an App is made with', async (t) => {
  const granted = rows.flatMap(({ name, write }) =>
    (NAMES[name] ?? [`${name}, which is no permission`]).map((one) => [one, write === '' ? 'read' : 'write'])
  )
  // The table lists reading before writing.
  const needed = new Map<string, string>(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]))
  t.same(Object.fromEntries(granted), Object.fromEntries(needed))
})

t.test('the guide subscribes by hand to what an App is made with', async (t) => {
  const [, list = ''] = /Subscribe to the events ([^.]+)\./.exec(GUIDE) ?? []
  const events = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  t.same(events.sort(), subscribedEvents(CONNECTED_PILLARS).sort())
})
