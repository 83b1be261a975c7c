import t from 'tap'
import { trackingText } from '#domain/enforcement/tracking-text.js'

t.test('a long list of checks ends between two of them, so that none of them can mention anybody', (t) => {
  const expected = Array.from({ length: 100 }, (_, at) => `@octo-org/team-${at} ${'x'.repeat(40)}`)
  const text = trackingText({
    id: 1,
    policy: 'Protected',
    branch: 'main',
    mode: 'audit',
    breaches: [{ field: 'required_status_check_contexts', expected, actual: [] }],
    obstacle: null
  })
  t.match(text, / and \d+ more \| none \|/)
  t.notMatch(text.replaceAll(/`[^`\n]*`/g, ''), /@/)
  t.end()
})
