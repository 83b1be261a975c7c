// Builds prompts: trusted instructions from files, and untrusted material inside a fence.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROMPTS_FOLDER } from '#paths.js'

export type PromptName =
  | 'fix-analysis'
  | 'fix-patch'
  | 'heal-patch'
  | 'review'
  | 'review-challenge'
  | 'review-defense'

export interface Material {
  /** A trusted description of the text. */
  title: string
  text: string
}

const readPrompt = (name: string) => readFileSync(join(PROMPTS_FOLDER, `${name}.md`), 'utf8').trim()

/** Replaces known `{placeholders}`; other braces stay. */
function fillTemplate(prompt: string, facts: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{(\w{1,40})\}/g, (whole, name) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : whole
  )
}

/** The fence carries a random nonce, so that the material cannot close it. */
export function buildPrompt(
  prompt: PromptName,
  facts: Readonly<Record<string, string>>,
  material: readonly Material[]
): { system: string; user: string } {
  const nonce = randomBytes(12).toString('hex')
  const fenced = material.map(({ title, text }) => `<<<${nonce} ${title}\n${text}\n${nonce}>>>`)
  return {
    system: `${fillTemplate(readPrompt(prompt), facts)}\n\n${fillTemplate(readPrompt('material'), { nonce })}`,
    user: fenced.join('\n\n')
  }
}

/** Tells the model what was wrong with its answer. */
export const correctionPrompt = (fault: string): string => fillTemplate(readPrompt('correction'), { fault })
