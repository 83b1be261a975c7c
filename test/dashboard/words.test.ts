import t from 'tap'
import { formatCondition, formatMoments, formatName, formatPart } from '#dashboard/kit/format.js'
import { labelWords, triggerWords } from '#dashboard/kit/text/words.js'
import { ACTION_TYPES } from '#schemas/actions/enums.js'
import { ACTIVITY_SOURCES } from '#schemas/activity/activity.js'
import { MAINTENANCE_ACTION_TYPES } from '#schemas/maintenance/enums.js'

const RAW = /[a-z][_/-][a-z]/i

t.test('what the service did is told in words, and each action in other words than the rest', async (t) => {
  const words = ACTION_TYPES.map(formatName)
  t.equal(new Set(words).size, ACTION_TYPES.length)
  for (const text of [...words, ...MAINTENANCE_ACTION_TYPES.map(formatName)]) t.notMatch(text, RAW)
})

t.test('a part of the service is called the same as a source of decisions and of activity', async (t) => {
  for (const source of ACTIVITY_SOURCES) t.notMatch(formatPart(source), RAW)
  t.equal(formatPart('ci_heal'), formatPart('ci_healing'))
  t.equal(formatPart('maintainer'), 'Maintenance')
})

t.test('an event of the host keeps its name, and any other trigger is told in words', async (t) => {
  t.equal(triggerWords('pull_request.opened'), undefined)
  t.equal(triggerWords('schedule'), 'Schedule')
})

t.test('a filter is called as the column that it filters', async (t) => {
  t.equal(labelWords('state'), 'Status')
  t.equal(labelWords('heal_status'), 'Healing')
})

t.test('a condition of a decision is read as a sentence', async (t) => {
  t.equal(formatCondition('pillar_enabled(ci_healing)'), 'Pillar enabled: CI healing')
  t.equal(formatCondition('is_dry_run()'), 'Is dry run')
  t.equal(formatCondition('confidence(high) >= threshold(medium)'), 'Confidence: high, threshold: medium')
  t.equal(formatCondition('already_rerun'), 'Already rerun')
})

t.test('a sentence of the service has its moments as the clock of the reader has them', async (t) => {
  const text = formatMoments('Last synced at 2026-03-04T09:01:46.000Z.')
  t.match(text, /^Last synced at .*2026.*\.$/)
  t.notMatch(text, /T09:01/)
})
