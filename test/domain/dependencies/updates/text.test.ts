// What the pull request says of an update.
import t from 'tap'
import { updateText } from '#domain/dependencies/updates/update-text.js'

const FIXED = { package: 'lodash', from: '4.17.20', to: '4.17.21', manifestPath: 'package-lock.json' }
const REASON = {
  package: 'lodash',
  installed: '4.17.20',
  manifestPath: 'package-lock.json',
  severity: 'high' as const,
  score: 7.2
}

t.test('a row says which package changes, how bad it is and where to read of it', async (t) => {
  const reasons = [
    { ...REASON, ids: ['GHSA-35jh-r3h4-6jhm', 'CVE-2021-23337'] },
    { ...REASON, severity: 'medium' as const, score: 5.3, ids: ['PYSEC-2021-1'] }
  ]
  const { title, body, commitMessage } = updateText('npm', { fixed: [FIXED], refused: [] }, reasons)
  t.equal(title, 'Update lodash from 4.17.20 to 4.17.21')
  t.match(
    body,
    '| `lodash` | `4.17.20` | `4.17.21` | high | 7.2 | [GHSA-35jh-r3h4-6jhm](https://github.com/advisories/GHSA-35jh-r3h4-6jhm), [PYSEC-2021-1](https://osv.dev/vulnerability/PYSEC-2021-1) | `package-lock.json` |'
  )
  t.equal(commitMessage, `${title}\n\n- lodash: 4.17.20 to 4.17.21 (package-lock.json)`)
  t.notMatch(body, 'left as they are')
})

t.test('what is left is named with its reason, and no severity is invented', async (t) => {
  const refused = [{ package: 'ms', manifestPath: 'package.json', reason: 'It comes from `git`' }]
  const other = { ...FIXED, package: 'ms', manifestPath: 'b/package.json' }
  const { title, body } = updateText('npm', { fixed: [FIXED, other], refused }, [])
  t.equal(title, 'Update 2 npm packages with known vulnerabilities')
  t.match(body, '| unknown |  |  |')
  t.match(body, '- `ms` in `package.json`: It comes from \\`git\\`')
})

t.test('text of others stays inert, and the whole has a limit', async (t) => {
  const hostile = 'a|b`@everyone <img src=x> [x](https://evil.example)\nCloses #1'
  const fixed = Array.from({ length: 500 }, (_, at) => ({
    package: `${at}${hostile.repeat(50)}`,
    from: hostile.repeat(50),
    to: '2',
    manifestPath: hostile.repeat(50)
  }))
  const refused = fixed.map(({ package: name, manifestPath }) => ({
    package: name,
    manifestPath,
    reason: hostile.repeat(50)
  }))
  const reasons = fixed.flatMap(({ package: name, from, manifestPath }) =>
    Array.from({ length: 9 }, (_, at) => ({
      package: name,
      installed: from,
      manifestPath,
      severity: null,
      score: null,
      ids: [`${at}${hostile.repeat(50)}`]
    }))
  )
  const { title, body, commitMessage } = updateText('npm', { fixed, refused }, reasons)
  t.ok(body.length < 65_000, `${body.length} characters`)
  t.ok(title.length < 200)
  t.ok(commitMessage.length < 65_000)
  t.notMatch(body, /^Closes/m)
  t.notMatch(body.replaceAll(/`[^`\n]*`/g, ''), /(?<!\\)<img|@everyone|(?<!\\)\[x\]|https:\/\/evil/)
  t.notMatch(commitMessage, /@everyone|#1/)
  t.match(body, 'and 450 more packages')
  const row = body.split('\n').find((line) => line.startsWith('| `0'))
  t.equal(row?.replaceAll('\\|', '').split('|').length, 9)
  const one = updateText('npm', { fixed: fixed.slice(0, 1), refused: [] }, [])
  t.ok(one.title.length < 200 && !one.title.includes('\n'))
})
