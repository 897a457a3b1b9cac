// The product as it is: the pictures are taken by scripts/screens.mjs, by these names and twice as large.
const desk = { width: 1280, height: 800 }
const phone = { width: 360, height: 640 }
const onPhone = '(max-width: 48em)'
const inDark = '(prefers-color-scheme: dark)'

export function Frame() {
  return (
    <figure className="frame">
      <div className="window">
        <div className="bar" aria-hidden>
          <i />
          <i />
          <i />
        </div>
        <picture>
          <source media={`${onPhone} and ${inDark}`} srcSet="/product/phone-dark.avif" {...phone} />
          <source media={onPhone} srcSet="/product/phone-light.avif" {...phone} />
          <source media={inDark} srcSet="/product/desk-dark.avif" {...desk} />
          <img
            src="/product/desk-light.avif"
            alt="A facility’s dashboard in Mendwell: what waits for it, each with one button, its figures, and the jobs it has posted."
            {...desk}
          />
        </picture>
      </div>
      <figcaption>Mendwell, with the jobs of an example.</figcaption>
    </figure>
  )
}
