// How often something happens, and how sure that is: quantiles of the beta distribution.

export interface Beta {
  alpha: number
  beta: number
}

export interface RateEstimate {
  mean: number
  /** The rate is below `lower` with a probability of 5 %, and above `upper` with one of 5 %. */
  lower: number
  upper: number
}

const TAIL = 0.05
const MOST_STEPS = 50
const CLOSE_ENOUGH = 1e-7

/** Most tests of a run have had the same results. */
let last: { distribution: Beta; estimate: RateEstimate } | undefined

export function estimateRate(distribution: Beta): RateEstimate {
  const { alpha, beta } = distribution
  if (last?.distribution.alpha === alpha && last.distribution.beta === beta) return last.estimate
  const estimate = {
    mean: alpha / (alpha + beta),
    lower: quantileOf(distribution, 'below'),
    upper: quantileOf(distribution, 'above')
  }
  last = { distribution, estimate }
  return estimate
}

/**
 * Newton's method for the logarithm of the tail over the logarithm of the rate. That curve is concave, so the steps
 * approach the rate from one side.
 */
function quantileOf({ alpha, beta }: Beta, side: 'below' | 'above'): number {
  const scale = logBeta({ alpha, beta })
  let rate = alpha / (alpha + beta)
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const tails = tailsAt(rate, { alpha, beta }, scale)
    const slope = ((side === 'below' ? 1 : -1) * tails.front) / ((1 - rate) * tails[side])
    const next = Math.min(rate * Math.exp(Math.log(TAIL / tails[side]) / slope), (rate + 1) / 2)
    if (Math.abs(next - rate) <= CLOSE_ENOUGH * rate) return next
    rate = next
  }
  return rate
}

interface Tails {
  below: number
  above: number
  front: number
}

/** The regularised incomplete beta function, by the continued fraction that converges fast on that side of the mean. */
function tailsAt(rate: number, { alpha, beta }: Beta, scale: number): Tails {
  const front = Math.exp(alpha * Math.log(rate) + beta * Math.log1p(-rate) - scale)
  if (rate < (alpha + 1) / (alpha + beta + 2)) {
    const below = (front * continuedFraction(rate, { alpha, beta })) / alpha
    return { below, above: 1 - below, front }
  }
  const above = (front * continuedFraction(1 - rate, { alpha: beta, beta: alpha })) / beta
  return { below: 1 - above, above, front }
}

const MOST_TERMS = 200
const PRECISION = 1e-12
const TINY = 1e-300
const away = (value: number) => (Math.abs(value) < TINY ? TINY : value)

/** Lentz's method. */
function continuedFraction(x: number, { alpha, beta }: Beta): number {
  let c = 1
  let d = 1 / away(1 - ((alpha + beta) * x) / (alpha + 1))
  let result = d
  for (let term = 1; term <= MOST_TERMS; term += 1) {
    const double = alpha + 2 * term
    const even = (term * (beta - term) * x) / ((double - 1) * double)
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    result *= d * c
    const odd = (-(alpha + term) * (alpha + beta + term) * x) / (double * (double + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    result *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return result
}

const logBeta = ({ alpha, beta }: Beta) => logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta)

const FAR = 8
const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI)

/** Stirling's series where it is exact, reached by the recurrence of the gamma function. */
function logGamma(value: number): number {
  let shift = 0
  let at = value
  for (; at < FAR; at += 1) shift -= Math.log(at)
  const inverse = 1 / at
  const square = inverse * inverse
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)))
  return shift + (at - 0.5) * Math.log(at) - at + HALF_LOG_TWO_PI + series
}
