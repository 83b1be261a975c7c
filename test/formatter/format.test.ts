import { join } from 'node:path'
import t from 'tap'
import { format } from '#formatter/index.js'
import { FORMATTER_WORKER, PACKAGE_FOLDER } from '#paths.js'
import { checkBuilt } from '../harness/built.js'

checkBuilt(FORMATTER_WORKER, [join(PACKAGE_FOLDER, 'src/formatter')])

t.test('texts of many languages are laid out by the options that they are given', async (t) => {
  const formatted = await format([
    { path: 'a.ts', text: 'const a  = {b:1}\n', options: {} },
    { path: 'a.tsx', text: 'const a  = <b c="d"/>\n', options: { semi: false, jsxSingleQuote: true } },
    { path: 'a.css', text: 'a{b:c}\n', options: { tabWidth: 4 } },
    { path: 'package.json', text: '{"a":[1]}\n', options: {} },
    { path: 'a.md', text: '* a\n', options: {} },
    { path: 'a.yml', text: 'a:   1\n', options: {} },
    { path: 'a.vue', text: '<template><a   /></template>\n', options: {} }
  ])
  t.same(formatted, {
    texts: [
      'const a = { b: 1 };\n',
      "const a = <b c='d' />\n",
      'a {\n    b: c;\n}\n',
      '{\n  "a": [\n    1\n  ]\n}\n',
      '- a\n',
      'a: 1\n',
      '<template><a /></template>\n'
    ]
  })
})

t.test('what cannot be laid out is told, with the file that it is about', async (t) => {
  t.match(await format([{ path: 'a.ts', text: 'const = 1', options: {} }]), { why: /a\.ts.*SyntaxError/ })
  t.match(await format([{ path: 'a.xyz', text: 'a', options: {} }]), { why: /a\.xyz/ })
  t.match(await format([{ path: 'a.ts', text: 'a', options: { parser: 'other' } }]), { why: /a\.ts/ })
  const endless = { path: 'a.css', text: 'a{b:c}\n', options: { tabWidth: 500_001 } }
  t.match(await format([endless]), { why: /a\.css longer than 500000/ })
})
