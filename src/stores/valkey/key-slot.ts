/** How many slots the keys of a cluster fall into. */
const SLOTS = 16_384

/** The slot of a cluster that a key is in: CRC-16/XMODEM of the part in the first braces, or of all of it. */
export function keySlot(key: string): number {
  const from = key.indexOf('{')
  const to = key.indexOf('}', from + 1)
  const tag = from >= 0 && to > from + 1 ? key.slice(from + 1, to) : key
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)
    crc &= 0xffff
  }
  return crc % SLOTS
}
