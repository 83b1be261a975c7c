// Reads a record of an OSV database: what is missing is missing, and nothing in it is trusted to end.
import type { Advisory, LeftOutPart } from './advisory.js'
import { type AffectedReading, readAffected } from './affected-record.js'
import { listField, shortText, shortTexts } from './fields.js'
import { ratingIn, UNRATED } from './rating.js'

export type AdvisoryReading = { advisory: Advisory } | { fault: 'not_an_object' | 'no_id' }

const LONGEST_ID = 200
const MOST_ALIASES = 100
const LONGEST_SUMMARY = 1_000
const LONGEST_DETAILS = 20_000
const LONGEST_DATE = 40
const MOST_LINKS = 30
const LONGEST_LINK = 2_000
const MOST_AFFECTED = 1_000

export function readAdvisory(json: unknown): AdvisoryReading {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { fault: 'not_an_object' }
  const id = shortText(json, 'id', LONGEST_ID)
  if (id === '') return { fault: 'no_id' }
  const affected = listField(json, 'affected')
  const readings = affected.slice(0, MOST_AFFECTED).map(readAffected)
  const parts = readings.flatMap(({ part }) => part ?? [])
  return {
    advisory: {
      id,
      aliases: [...new Set(shortTexts(json, 'aliases', LONGEST_ID).slice(0, MOST_ALIASES))].filter(
        (alias) => alias !== id
      ),
      summary: shortText(json, 'summary', LONGEST_SUMMARY),
      details: shortText(json, 'details', LONGEST_DETAILS),
      isWithdrawn: shortText(json, 'withdrawn', LONGEST_DATE) !== '',
      publishedAt: shortText(json, 'published', LONGEST_DATE) || null,
      modifiedAt: shortText(json, 'modified', LONGEST_DATE) || null,
      ...(ratingIn(json) ?? parts.find(({ rating }) => rating)?.rating ?? UNRATED),
      affected: parts,
      links: linksIn(json),
      leftOut: leftOutOf(readings, affected.length > MOST_AFFECTED)
    }
  }
}

function leftOutOf(readings: readonly AffectedReading[], isCut: boolean): LeftOutPart[] {
  return [
    ...readings.flatMap(({ leftOut }) => leftOut),
    ...(isCut ? [{ reason: 'too_much' as const, name: '' }] : [])
  ]
}

function linksIn(json: unknown): string[] {
  const links = listField(json, 'references').slice(0, MOST_LINKS)
  return links.map((link) => shortText(link, 'url', LONGEST_LINK)).filter((url) => url !== '')
}
