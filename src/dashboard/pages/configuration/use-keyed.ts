// Loads a reply that only the key opens. It is not remembered, and not repeated: what is edited does not move by itself.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiFailure, ApiResult } from '../../kit/api.js'
import type { ApiState } from '../../kit/use-api.js'

interface Keyed<T> {
  state: ApiState<T>
  reload: () => Promise<void>
}

/** Loads anew when the text changes that stands for what is asked. */
export function useKeyed<T>(asked: string, load: () => Promise<ApiResult<T>>): Keyed<T> {
  const [data, setData] = useState<T>()
  const [failure, setFailure] = useState<ApiFailure>()
  const [loaded, setLoaded] = useState<string>()
  const latest = useRef(asked)
  latest.current = asked
  const reload = async () => {
    const result = await load()
    if (latest.current !== asked) return
    if (result.data !== undefined) setData(result.data)
    setFailure(result.failure)
    setLoaded(asked)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is asked
  useEffect(() => void reload(), [asked])
  return { state: { data, failure, isOutdated: loaded !== asked }, reload }
}
