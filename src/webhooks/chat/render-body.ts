import type { Language } from '../../platform/language.ts'
import type { MessageContent, Preset } from '../webhook.ts'
import { createChatMessage, type ChatMessage } from './chat-message.ts'

/** A message to render for one webhook. */
export interface RenderedDelivery {
  readonly content: MessageContent
  readonly preset: Preset
  readonly language: Language
}

/** Color of embeds in Discord: the accent of the pages. */
const COLOR = 0x1b58d6

/** Maximum characters of a title and of a text in both chats. */
const [TITLE_MAX, TEXT_MAX] = [150, 2_000]

/**
 * Renders the body of a message as JSON: the content itself, or a chat message in the language of
 * its webhook. `publicUrl` is the origin of the server; empty: chat messages have no images and no
 * links.
 */
export function renderBody(
  { content, preset, language }: RenderedDelivery,
  publicUrl: string,
): string {
  switch (preset) {
    case 'standard':
      return JSON.stringify(content)
    case 'discord':
      return JSON.stringify(discordBody(createChatMessage(content, language, publicUrl)))
    case 'slack':
      return JSON.stringify(slackBody(createChatMessage(content, language, publicUrl)))
  }
}

function discordBody({ title, lines, url, imageUrl, timestamp }: ChatMessage): object {
  return {
    // Text from the game must not mention users.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeMarkdown(title).slice(0, TITLE_MAX),
        description: escapeMarkdown(lines.join('\n')).slice(0, TEXT_MAX),
        color: COLOR,
        timestamp,
        ...(url !== undefined && { url }),
        ...(imageUrl !== undefined && { image: { url: imageUrl } }),
        footer: { text: 'Backline' },
      },
    ],
  }
}

function slackBody({ title, lines, url, imageUrl }: ChatMessage): object {
  const plain = title.slice(0, TITLE_MAX)
  const text = escapeSlack(lines.join('\n')).slice(0, TEXT_MAX)
  const body = url === undefined ? text : `${text}\n<${url}|Backline>`
  return {
    text: escapeSlack(plain),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: plain } },
      ...(body.trim() === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: body } }]),
      ...(imageUrl === undefined ? [] : [{ type: 'image', image_url: imageUrl, alt_text: plain }]),
    ],
  }
}

/** Escapes Discord's Markdown, for text that comes from the game. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|[\]<>]/g, (character) => `\\${character}`)
}

/** Escapes Slack's control characters, so that text creates no mentions and links. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
