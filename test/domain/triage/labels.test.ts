import t from 'tap'
import { typeOfLabels } from '#domain/triage/labels.js'

t.test('labels tell the kind of an issue in whatever scheme they are named', async (t) => {
  for (const label of [
    'bug',
    'Bug',
    'kind/bug',
    'type: bug',
    'Type: Bug',
    'C-bug',
    'T-bug',
    '🐛 bug',
    'type:defect',
    'bug :bug:',
    'regression',
    'bug report'
  ])
    t.equal(typeOfLabels([label]), 'bug', label)
  for (const label of [
    'enhancement',
    'feature',
    'type: feature',
    'kind/feature',
    'feature-request',
    'C-enhancement',
    'Feature Request',
    'T: enhancement'
  ])
    t.equal(typeOfLabels([label]), 'feature', label)
  for (const label of ['question', 'T-question', 'type: support', 'kind/question', 'support', 'discussion'])
    t.equal(typeOfLabels([label]), 'question', label)
  for (const label of ['documentation', 'docs', 'kind/documentation', 'T-docs'])
    t.equal(typeOfLabels([label]), 'documentation', label)
})

t.test('labels that say something else tell nothing', async (t) => {
  for (const label of [
    'help wanted',
    'good first issue',
    'area/bug-tracker',
    'priority: high',
    'needs-question-answered',
    'not a bug',
    'invalid',
    'P1',
    'debug',
    ''
  ])
    t.equal(typeOfLabels([label]), null, label)
  t.equal(typeOfLabels([]), null)
})

t.test('labels that contradict each other tell nothing', async (t) => {
  t.equal(typeOfLabels(['bug', 'enhancement']), null)
  t.equal(typeOfLabels(['bug', 'area/ui', 'kind/regression']), 'bug')
})
