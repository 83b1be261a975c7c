// Turns scores into probabilities.

export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / sum)
}
