import t from 'tap'
import { renderPage } from '#http/docs/page.js'
import { stringOf } from '#http/docs/read.js'
import { allMatches, idsOf, readable, recordsIn, resolves } from './fixtures/reading.js'
import { sampleDocument } from './fixtures/sample.js'

const page = renderPage(sampleDocument)

t.test('shows title, version and description, and names the document beside it', async (t) => {
  t.match(page, '<h1>Repository Automation Service</h1>')
  t.match(page, 'Version 0.1.0')
  t.match(page, 'Looks after the repositories of an organisation')
  t.match(page, 'href="/openapi.json"')
})

t.test('links every $ref to an existing id', async (t) => {
  const refs = recordsIn(sampleDocument).flatMap(({ record }) => stringOf(record.$ref) || [])
  const names = new Set(refs.map((ref) => ref.replace('#/components/schemas/', '')))
  t.ok(names.size > 3)
  for (const name of names) {
    t.match(page, `href="#schema-${name}">${name}</a>`)
    t.ok(idsOf(page).includes(`schema-${name}`))
  }
  t.ok(resolves(page))
})

t.test('gives every scrolling table a name of its own and a place in the tab order', async (t) => {
  const labels = allMatches(page, /class="scroll" tabindex="0" role="region" aria-label="([^"]*)"/g)
  t.equal(labels.length, allMatches(page, /(<table>)/g).length)
  t.equal(new Set(labels).size, labels.length)
})

t.test('shows every operation in the navigation and in its group', async (t) => {
  const nav = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'))
  const operations = recordsIn(sampleDocument.paths).filter(({ record }) => 'operationId' in record)
  t.equal(operations.length, 12)
  for (const { key, record } of operations) {
    const id = `op-${stringOf(record.operationId)}`
    t.match(nav, `href="#${id}"`)
    t.ok(idsOf(page).includes(id))
    t.match(page, `>${key.toUpperCase()}</span>`)
    t.match(readable(page), stringOf(record.summary))
  }
  for (const path of Object.keys(sampleDocument.paths)) t.match(page, `>${path}</code>`)
  t.match(nav, 'href="#hook-onRuleFailed"')
})

t.test('shows every description of the document', async (t) => {
  const seen = readable(page).replaceAll('- ', '')
  const described = recordsIn(sampleDocument).flatMap(({ record }) => stringOf(record.description) || [])
  t.ok(described.length > 60)
  for (const description of described) {
    for (const line of description.split(/\n+/)) t.match(seen, line.replace(/[`*]|^- /g, '').trim())
  }
})

t.test('says type, need, default and bounds of a field in words', async (t) => {
  const text = readable(page)
  t.match(text, 'one of public, internal, private')
  t.match(text, '1 to 100 characters')
  t.match(text, 'more than 0')
  t.match(text, 'string or null')
  t.match(text, 'Repository or null')
  t.match(text, 'map of string')
  t.match(text, 'array of Repository')
  t.match(text, 'settings.autoMerge')
  t.match(text, 'fields[].message')
})

t.test('shows the errors that belong to no operation among those that do', async (t) => {
  const others = {
    405: { description: 'The path answers other methods.' },
    431: { description: 'Too <long>.' }
  }
  const shown = renderPage({ ...sampleDocument, 'x-other-errors': others })
  t.match(shown, /<code>405<\/code><\/th><td>The path answers other methods\./)
  t.match(shown, /<code>431<\/code><\/th><td>Too &lt;long&gt;\./)
})

t.test('says for each operation which credential it needs', async (t) => {
  const blockOf = (id: string) => page.slice(page.indexOf(`id="${id}"`)).split('</dl>')[0] ?? ''
  t.match(blockOf('op-listRules'), '<a href="#auth-apiKey">apiKey</a> or <a href="#auth-session">session</a>')
  t.match(blockOf('op-readHealth'), '<dd>none</dd>')
})

t.test('an empty document is still a page', async (t) => {
  t.match(renderPage({}), '<h1>API</h1>')
})
