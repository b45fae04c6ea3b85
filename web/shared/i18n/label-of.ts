/** Returns the label of a name from the server, or the name itself if it has no label. */
export function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name
}
