// What a scan left out, for its row.
import { storable } from '#domain/text/storable.js'

const MOST_NOTES = 50
const LONGEST_NOTE = 300

export interface ScanNotes {
  add(note: string): void
  all(): string[]
}

export function openNotes(): ScanNotes {
  const notes = new Set<string>()
  let more = 0
  return {
    add(note) {
      if (notes.size < MOST_NOTES) notes.add(storable(note.slice(0, LONGEST_NOTE)))
      else more += 1
    },
    all: () => [...notes, ...(more > 0 ? [`And ${more} more.`] : [])]
  }
}
