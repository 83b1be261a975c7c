import fc from 'fast-check'
import t from 'tap'
import { entryHashOf } from '#domain/audit/audit.js'
import { appendToChain, chainVerdict, startChain } from '#domain/audit/chain.js'
import type { ChainedEntry } from '#domain/audit/entry.js'
import { auditLine, parseAuditLine } from '#domain/audit/file.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import type { Json } from '#schemas/common.js'

const json = fc.jsonValue({ maxDepth: 4 }).map((value): Json => JSON.parse(JSON.stringify(value)))

t.test(
  'canonical JSON says the same value, and one text for it in whatever order it was put together',
  (t) => {
    const shuffled = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(shuffled)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, one]) => [key, shuffled(one)])
      )
    }
    const property = () =>
      fc.assert(
        fc.property(json, (value) => {
          const text = canonicalJson(value)
          return text === canonicalJson(JSON.parse(text)) && text === canonicalJson(shuffled(value))
        }),
        { numRuns: 300 }
      )
    t.doesNotThrow(property)
    t.end()
  }
)

/** A chain of entries about anything. */
const chains = fc
  .array(
    fc.record({
      actor: fc.string(),
      payload: fc.dictionary(fc.string(), json),
      at: fc.date({ noInvalidDate: true })
    }),
    {
      minLength: 2,
      maxLength: 12
    }
  )
  .map((told) => {
    const chain: ChainedEntry[] = []
    for (const { actor, payload: said, at } of told) {
      const payload = canonicalJson(said)
      const entry = {
        seq: chain.length + 1,
        category: 'heal',
        event_type: 'rerun',
        actor,
        actor_type: 'bot',
        repo_full_name: null,
        pr_number: null,
        commit_sha: null,
        framework: ['soc2'],
        control_id: 'CC7.3',
        payload,
        payload_hash: sha256Of(payload),
        prev_hash: chain.at(-1)?.entry_hash ?? null,
        entry_hash: '',
        occurred_at: at.toISOString()
      }
      chain.push({ ...entry, entry_hash: entryHashOf(entry) })
    }
    return chain
  })

function verdict(chain: readonly ChainedEntry[]) {
  const none = new Map<number, string>()
  const state = chain.reduce((before, entry) => appendToChain(before, entry, none), startChain(1, null))
  return chainVerdict(state, { verified: [], faults: [] })
}

t.test('a chain is valid, also after a way through a file, and says where it ends', (t) => {
  const property = () =>
    fc.assert(
      fc.property(chains, (chain) => {
        const read = chain.map(auditLine).flatMap((line) => {
          const found = parseAuditLine(line)
          return found && 'entry' in found ? [found.entry] : []
        })
        const found = verdict(read)
        return (
          found.valid &&
          found.entries_checked === chain.length &&
          found.head_hash === chain.at(-1)?.entry_hash
        )
      }),
      { numRuns: 100 }
    )
  t.doesNotThrow(property)
  t.end()
})

t.test('a chain of which anything was changed is not valid, and the fault is where the change is', (t) => {
  const fields = [
    'actor',
    'event_type',
    'control_id',
    'occurred_at',
    'payload',
    'payload_hash',
    'entry_hash'
  ] as const
  const property = () =>
    fc.assert(
      fc.property(chains, fc.nat(), fc.constantFrom(...fields), (chain, where, field) => {
        const at = where % chain.length
        const changed = chain.map((entry, n) =>
          n === at ? { ...entry, [field]: `${entry[field]}x` } : entry
        )
        const { valid, broken_at, hash_mismatches, gaps } = verdict(changed)
        return !valid && broken_at === at + 1 && hash_mismatches >= 1 && gaps === 0
      }),
      { numRuns: 200 }
    )
  t.doesNotThrow(property)
  t.end()
})

t.test('a chain that lacks an entry before its end has a gap there', (t) => {
  const property = () =>
    fc.assert(
      fc.property(chains, fc.nat(), (chain, where) => {
        const at = where % (chain.length - 1)
        const found = verdict(chain.filter((_, n) => n !== at))
        return !found.valid && found.reason === 'gap' && found.broken_at === at + 1 && found.gaps === 1
      }),
      { numRuns: 100 }
    )
  t.doesNotThrow(property)
  t.end()
})
