// What is put to the model: rules that are ours, from files, and material of others behind a fence.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROMPTS_FOLDER } from '#paths.js'

export type PromptName = 'fix-analysis' | 'fix-patch' | 'heal-patch'

export interface Material {
  /** What it is, in our own words. */
  title: string
  text: string
}

const readPrompt = (name: string) => readFileSync(join(PROMPTS_FOLDER, `${name}.md`), 'utf8').trim()

/** `{names}` become what they stand for; whatever else is in braces stays. */
function fillTemplate(prompt: string, facts: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{(\w{1,40})\}/g, (whole, name) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : whole
  )
}

/** Nobody who wrote the material can know the nonce, so nobody can end the fence. */
export function buildPrompt(
  prompt: PromptName | 'correction',
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

/** What the model is told of an answer that did not fit. */
export const correctionPrompt = (fault: string): string => fillTemplate(readPrompt('correction'), { fault })
