// Priorities of issues from what they say alone; nothing in the file tells of duplicates or reporters.
import { ratePriority } from '#domain/triage/priority/priority.js'
import type { BenchOptions } from '../index.js'
import { readLines, writeLines } from '../json-lines.js'

interface PriorityRow {
  id: string
  title: string
  body: string
}

export function predictPriority({ in: from, out }: BenchOptions): void {
  const rows = readLines<PriorityRow>(from)
  const answers = rows.map(({ id, title, body }) => {
    const { priority, urgency } = ratePriority({
      title,
      body,
      type: null,
      duplicates: 0,
      reporters: 1,
      ageDays: 0,
      gravity: null
    })
    return { id, priority, urgency }
  })
  writeLines(out, answers)
  console.log(`${answers.length} predicted`)
}
