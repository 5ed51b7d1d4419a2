/** Which of two versions is newer: below zero for the right one, above zero for the left one. */
export function compareVersions(left: string, right: string): number {
  const parts = (text: string) => text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [first, second] = [parts(left), parts(right)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
