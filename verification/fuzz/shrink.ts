/** Shrinks a failing input: removes every part that the failure does not need. */
export async function shrink<T>(
  parts: readonly T[],
  still: (some: readonly T[]) => Promise<string | null>,
): Promise<readonly T[]> {
  let needed = parts
  for (const part of parts) {
    const others = needed.filter((each) => each !== part)
    if ((await still(others)) !== null) needed = others
  }
  return needed
}
