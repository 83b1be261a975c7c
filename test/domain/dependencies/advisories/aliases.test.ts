import fc from 'fast-check'
import t from 'tap'
import { mergeAliases } from '#domain/dependencies/advisories/aliases.js'

const record = (id: string, aliases: string[] = [], isWithdrawn = false) => ({ id, aliases, isWithdrawn })
const told = (...records: ReturnType<typeof record>[]) =>
  mergeAliases(records).map(({ id, advisories }) => [id, ...advisories.map((one) => one.id)])

t.test('records that have a name in common are one, whoever names whom', async (t) => {
  t.same(told(record('PYSEC-1', ['CVE-1']), record('GHSA-a', ['CVE-1']), record('OTHER-1')), [
    ['GHSA-a', 'GHSA-a', 'PYSEC-1'],
    ['OTHER-1', 'OTHER-1']
  ])
  t.same(told(record('B-1'), record('A-1', ['B-1'])), [['A-1', 'A-1', 'B-1']])
  t.same(told(record('A-1', ['X']), record('B-1', ['X', 'Y']), record('C-1', ['Y'])), [
    ['A-1', 'A-1', 'B-1', 'C-1']
  ])
})

t.test('a group goes by its GHSA name, else by its CVE name, even if no record has that id', async (t) => {
  t.same(told(record('PYSEC-1', ['CVE-1', 'GHSA-b'])), [['GHSA-b', 'PYSEC-1']])
  t.same(told(record('PYSEC-1', ['CVE-1'])), [['CVE-1', 'PYSEC-1']])
  t.same(told(record('RUSTSEC-1', ['MAL-1'])), [['MAL-1', 'RUSTSEC-1']])
  t.same(mergeAliases([record('PYSEC-1', ['CVE-1', 'GHSA-b'])])[0]?.aliases, ['CVE-1', 'PYSEC-1'])
})

t.test('a withdrawn record hides none, joins none and names none that is not', async (t) => {
  t.same(told(record('GHSA-a', ['CVE-1'], true), record('PYSEC-1', ['CVE-1', 'GHSA-a'])), [
    ['CVE-1', 'PYSEC-1']
  ])
  t.same(told(record('A-1'), record('B-1'), record('W-1', ['A-1', 'B-1'], true)), [
    ['A-1', 'A-1'],
    ['B-1', 'B-1']
  ])
  t.same(told(record('W-1', ['W-2'], true), record('W-2', [], true)), [['W-1', 'W-1', 'W-2']])
})

t.test('a chain of many thousand aliases is followed to its end', async (t) => {
  const chain = Array.from({ length: 20_000 }, (_, at) => record(`A-${at}`, [`A-${at + 1}`]))
  t.equal(mergeAliases(chain).length, 1)
  t.equal(mergeAliases([record('__proto__', ['constructor']), record('toString')]).length, 2)
})

const ids = fc.constantFrom('GHSA-a', 'GHSA-b', 'CVE-1', 'CVE-2', 'PYSEC-1', 'RUSTSEC-1', 'MAL-1')
const records = fc.uniqueArray(
  fc.record({ id: ids, aliases: fc.uniqueArray(ids, { maxLength: 2 }), isWithdrawn: fc.boolean() }),
  { selector: ({ id }) => id }
)

t.test('the order of the records changes nothing, and each that counts is told once', async (t) => {
  fc.assert(
    fc.property(
      records.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const groups = mergeAliases(all)
        const living = groups
          .flatMap(({ advisories }) => advisories)
          .filter(({ isWithdrawn }) => !isWithdrawn)
        return (
          JSON.stringify(groups) === JSON.stringify(mergeAliases(shuffled)) &&
          living.length === all.filter(({ isWithdrawn }) => !isWithdrawn).length &&
          groups.every(({ advisories }) => new Set(advisories.map((one) => one.isWithdrawn)).size === 1)
        )
      }
    )
  )
  t.pass()
})
