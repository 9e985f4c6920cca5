/**
 * The editor of an article's words. Loaded by the desk's content page alone, when its scripts run.
 *
 * It offers what the broker's short list lets through and nothing else; the broker judges the markup all the same.
 */
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, proseStyle, TextInput, token } from '../../../ui'

export interface RichEditorProps {
  readonly label: string
  readonly language: string
  readonly dir: 'ltr' | 'rtl'
  readonly html: string
  readonly isInvalid: boolean
  readonly onChange: (html: string) => void
}

const Frame = styled.div`
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  &:focus-within { border-color: ${token.focus}; box-shadow: 0 0 0 1px ${token.focus}; }
  &[data-invalid] { border-color: ${token.status.danger.text}; }
  .ProseMirror {
    ${proseStyle}
    font-size: ${token.type.md};
    min-height: 240px;
    max-height: 60vh;
    overflow-y: auto;
    position: relative;
    padding: ${token.space[3]};
    outline: 0;
    white-space: break-spaces;
    word-wrap: break-word;
    font-variant-ligatures: none;
  }
`
const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: ${token.space[1]};
  border-block-end: 1px solid ${token.border.hairline};
  > button {
    min-width: 36px;
    min-height: 36px;
    border-radius: ${token.radius.xs};
    color: ${token.text.secondary};
    font-weight: 600;
  }
  > button:hover:not(:disabled) { background: ${token.surface.hover}; }
  > button[aria-pressed='true'] { background: ${token.surface.active}; color: ${token.text.primary}; }
  > button:disabled { color: ${token.text.disabled}; }
  em { font-style: italic; }
`
const LinkLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
  padding: ${token.space[2]};
  border-block-end: 1px solid ${token.border.hairline};
  > span { flex: 1; }
  > p { flex: 1 0 100%; font-size: ${token.type.xs}; color: ${token.status.danger.text}; }
`

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    strike: false,
    underline: false,
    link: { openOnClick: false, protocols: ['https'], defaultProtocol: 'https' },
  }),
]

export default function RichEditor({ label, language, dir, html, isInvalid, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    // The site's policy forbids styles without its nonce; those it needs stand above.
    injectCSS: false,
    immediatelyRender: true,
    editorProps: { attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', lang: language, dir } },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  })
  return (
    <Frame data-invalid={isInvalid ? '' : undefined}>
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </Frame>
  )
}

interface Tool {
  readonly key: string
  readonly face: React.ReactNode
  readonly run: (editor: Editor) => void
  readonly isOn?: (editor: Editor) => boolean
  readonly isOff?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  { key: 'bold', face: 'B', run: (editor) => editor.chain().focus().toggleBold().run(), isOn: (editor) => editor.isActive('bold') },
  {
    key: 'italic',
    face: <em>I</em>,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  ...([2, 3] as const).map((level) => ({
    key: `heading${level}`,
    face: `H${level}`,
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor: Editor) => editor.isActive('heading', { level }),
  })),
  {
    key: 'bullets',
    face: '•',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    key: 'numbers',
    face: '1.',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    key: 'quote',
    face: '”',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { key: 'undo', face: '↶', run: (editor) => editor.chain().focus().undo().run(), isOff: (editor) => !editor.can().undo() },
  { key: 'redo', face: '↷', run: (editor) => editor.chain().focus().redo().run(), isOff: (editor) => !editor.can().redo() },
]

function Toolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const { t } = useTranslation('desk')
  const [isLinking, setLinking] = useState(false)
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      link: now.isActive('link'),
      tools: TOOLS.map(({ isOn, isOff }) => ({ on: isOn?.(now) ?? false, off: isOff?.(now) ?? false })),
    }),
  })
  return (
    <>
      <Tools role="toolbar" aria-label={`${t('content.tools')}: ${label}`}>
        {TOOLS.map(({ key, face, run, isOn }, index) => (
          <button
            key={key}
            type="button"
            aria-label={t(`content.tool.${key}`)}
            title={t(`content.tool.${key}`)}
            aria-pressed={isOn === undefined ? undefined : states.tools[index]?.on}
            disabled={states.tools[index]?.off}
            onClick={() => run(editor)}
          >
            {face}
          </button>
        ))}
        <button type="button" aria-pressed={states.link} aria-expanded={isLinking} onClick={() => setLinking(!isLinking)}>
          {t('content.tool.link')}
        </button>
      </Tools>
      {isLinking ? <LinkField editor={editor} onDone={() => setLinking(false)} /> : null}
    </>
  )
}

function LinkField({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }) {
  const { t } = useTranslation('desk')
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? 'https://'))
  const isAddress = /^https:\/\/[^\s/]+\.[^\s]+$/.test(href)
  const [wasTried, setTried] = useState(false)
  const problem = useId()
  const field = useRef<HTMLInputElement>(null)
  const isWrong = wasTried && !isAddress
  const set = () => {
    if (!isAddress) {
      setTried(true)
      field.current?.focus()
      return
    }
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onDone()
  }
  return (
    <LinkLine>
      <TextInput
        aria-label={t('content.address')}
        ref={field}
        value={href}
        mono
        autoFocus
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? problem : undefined}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <Button type="button" size="sm" onClick={set}>
        {t('content.setLink')}
      </Button>
      <Button
        type="button"
        size="sm"
        variant="ghost"
        onClick={() => {
          editor.chain().focus().extendMarkRange('link').unsetLink().run()
          onDone()
        }}
      >
        {t('content.noLink')}
      </Button>
      {isWrong ? (
        <p id={problem} role="alert">
          {t('content.addressWrong', { example: 'https://example.com' })}
        </p>
      ) : null}
    </LinkLine>
  )
}
