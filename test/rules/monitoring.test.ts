// What operators watch exists: every metric of the dashboard and of the alerts is one that the service reports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { registry } from '#capabilities/index.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { KEY, startTestService } from '#test/harness/app.js'

const FOLDER = join(PACKAGE_FOLDER, 'docs', 'deploy', 'monitoring')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

interface AlertRule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

interface Panel {
  title: string
  targets?: { expr: string }[]
}

// Cast: the file is ours.
const alerts = (parse(read('alerts.yml')) as { groups: { rules: AlertRule[] }[] }).groups.flatMap(
  ({ rules }) => rules
)
// Cast: the file is ours.
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
]

const METRIC = /\b(?:automation|nodejs|process|http)_[a-z0-9_]+/g
const used = new Set(expressions.flatMap((expr) => expr.match(METRIC) ?? []))

/** The type of each metric that the service reports. */
async function reportedTypes(t: Test): Promise<Map<string, string>> {
  const service = await startTestService({ ownApp: true, work: false })
  t.teardown(() => service.close())
  const { body } = await service.inject({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${KEY}` }
  })
  return new Map([...body.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name = '', type = '']) => [name, type]))
}

const seriesOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '')

t.test('every metric that is watched is reported, and every one of the service is watched', async (t) => {
  const known = await reportedTypes(t)
  t.same(
    [...used].filter((name) => !known.has(name) && !known.has(seriesOf(name))),
    []
  )
  const watched = new Set([...used, ...[...used].map(seriesOf)])
  t.same(
    [...known.keys()].filter((name) => name.startsWith('automation_') && !watched.has(name)),
    []
  )
})

t.test('only a counter is read as one: a gauge that falls would count as one that began anew', async (t) => {
  const types = await reportedTypes(t)
  const typeOf = (name: string) => types.get(name) ?? types.get(seriesOf(name))
  const readAsCounters = expressions.flatMap((expr) =>
    [...expr.matchAll(/\b(?:increase|i?rate|resets)\s*\(\s*(\w+)/g)].map(([, name = '']) => name)
  )
  t.ok(readAsCounters.length > 0)
  t.same(
    readAsCounters.filter((name) => !/^(counter|histogram)$/.test(typeOf(name) ?? '')),
    []
  )
})

t.test('a label that is asked for is one of its metric', async (t) => {
  const labels = new Map(registry.gauges.map(({ name, labelNames }) => [`automation_${name}`, labelNames]))
  const asked = expressions.flatMap((expr) => [...expr.matchAll(/\b(automation_[a-z_]+)\{([^}]*)\}/g)])
  const wrong = asked.flatMap(([, name = '', inside = '']) =>
    [...inside.matchAll(/(\w+)\s*=/g)]
      .filter(([, label = '']) => labels.has(name) && !labels.get(name)?.includes(label))
      .map(([, label]) => `${name} has no ${label}`)
  )
  t.ok(asked.length > 5)
  t.same(wrong, [])
})

t.test('an alert says what is wrong and what to do', async (t) => {
  for (const { alert, labels, annotations } of alerts) {
    t.match(labels.severity, /^(critical|warning|info)$/, alert)
    t.match(annotations, { summary: /\.$/, action: /\.$/ }, alert)
  }
  t.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length)
})
