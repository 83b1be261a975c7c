import fc from 'fast-check'
import t from 'tap'
import { decodeWeightTable, encodeWeightTable, NO_ROW, rowOfHash } from '#domain/text/weight-table.js'

const tables = fc
  .tuple(fc.uniqueArray(fc.nat(0xffffffff), { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), fc.string())
  .chain(([hashes, columns, name]) => {
    const rows = fc.array(fc.integer({ min: -127, max: 127 }), {
      minLength: hashes.length * columns,
      maxLength: hashes.length * columns
    })
    return rows.map((weights) => ({
      facts: { name },
      columns,
      hashes: Uint32Array.from(hashes.sort((a, b) => a - b)),
      weights: Int8Array.from(weights)
    }))
  })

t.test('a table is the same after it was written and read, and each of its hashes is found', async (t) => {
  fc.assert(
    fc.property(tables, fc.nat(0xffffffff), (table, other) => {
      const read = decodeWeightTable(encodeWeightTable(table), 'numbers')
      t.same(read, table)
      table.hashes.forEach((hash, row) => {
        t.equal(rowOfHash(read, hash), row)
      })
      if (!table.hashes.includes(other)) t.equal(rowOfHash(read, other), NO_ROW)
    })
  )
})

t.test('a part of a file, or more than a file, is refused by the name of what it should hold', async (t) => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 30 }), (table, bytes) => {
      const whole = encodeWeightTable(table)
      t.throws(() => decodeWeightTable(whole.subarray(0, -bytes), 'numbers'), /numbers/)
      t.throws(() => decodeWeightTable(Buffer.concat([whole, Buffer.alloc(bytes)]), 'numbers'), /numbers/)
    })
  )
})
