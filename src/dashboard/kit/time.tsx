// A moment relative to now; the title has the exact one.
import { useEffect, useState } from 'preact/hooks'
import { formatInstant, formatRelative, NOTHING } from './format.js'

const TICK_MS = 20_000

export function Time({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!at) return <>{NOTHING}</>
  const moment = new Date(at)
  return (
    <time dateTime={at} title={formatInstant(moment)}>
      {formatRelative(moment, now)}
    </time>
  )
}
