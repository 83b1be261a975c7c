// What the cache of replies holds at most.
import t from 'tap'
import { openReplyCache } from '#registries/reply-cache.js'

t.test('names and marks of replies take room as well, so that empty replies fill no memory', async (t) => {
  const cache = openReplyCache(100)
  const empty = { text: '', etag: 'e'.repeat(10), at: 0 }
  const keys = [...'abcdefghij'].map((letter) => letter.repeat(10))
  for (const key of keys) cache.set(key, empty)
  t.same(
    keys.filter((key) => cache.get(key) !== undefined),
    keys.slice(-5)
  )
  cache.set('x'.repeat(30), empty)
  t.equal(cache.get('x'.repeat(30)), undefined, 'one that takes too much of it is not kept')
})
