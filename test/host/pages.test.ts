import t from 'tap'
import { openPages } from '#host/pages.js'

const SITES = [
  [undefined, 'https://github.com'],
  ['https://api.github.com', 'https://github.com'],
  ['https://host.example/api/v3', 'https://host.example'],
  ['https://api.octo.host.example', 'https://octo.host.example'],
  ['http://127.0.0.1:8080/git/api/v3', 'http://127.0.0.1:8080/git']
] as const

t.test('the address of the API tells where people see what it serves', async (t) => {
  for (const [api, site] of SITES) t.equal(openPages(api).issue('o/r', 7), `${site}/o/r/issues/7`)
})

t.test('a path leads to its file, whatever characters it has', async (t) => {
  const { file, commit, pull } = openPages(undefined)
  const found = { sha: 'abc', path: 'a b/c#d?.json', line: 12 }
  t.equal(file('o/r', found), 'https://github.com/o/r/blob/abc/a%20b/c%23d%3F.json#L12')
  t.equal(file('o/r', { sha: 'abc', path: 'a', line: null }), 'https://github.com/o/r/blob/abc/a')
  t.equal(commit('o/r', 'abc'), 'https://github.com/o/r/commit/abc')
  t.equal(pull('o/r', 7), 'https://github.com/o/r/pull/7')
})
