#!/bin/bash
# deb_test.sh BUILD: makes the .deb, looks into it, installs it, runs a lesson, and takes it away again. Only in CI, as
# root: it does so on this system.
set -eu -o pipefail
build=$(realpath "$1")
for tool in dpkg-deb gzip dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 0; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$folder" >said 2>&1 || { cat said; exit 1; }
deb=$(ls "$folder"/mha_*.deb)

fail() { echo "$*"; exit 1; }
for field in Version Architecture Maintainer Section Priority Description Installed-Size; do
  [ -n "$(dpkg-deb -f "$deb" "$field")" ] || fail "the package has no $field"
done
dpkg-deb -f "$deb" Maintainer | grep -qE '^[^<]+ <[^@ ]+@[^@ ]+>$' || fail "the maintainer has no address"
dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's#^\./##; s#/$##' | sort >files
for file in usr/bin/mha usr/share/man/man1/mha.1.gz usr/share/man/zh_CN/man1/mha.1.gz usr/share/doc/mha/copyright \
  usr/share/doc/mha/changelog.gz usr/share/bash-completion/completions/mha usr/share/zsh/vendor-completions/_mha \
  usr/share/fish/vendor_completions.d/mha.fish; do
  grep -qx "$file" files || fail "$file is not in the package"
done
! grep -vE '^(|usr|usr/(bin|share)(/.*)?)$' files || fail "these do not belong there"
! dpkg-deb --fsys-tarfile "$deb" | tar -tv | grep -vE ' root/root |^d?[-rwx]+ 0/0 ' || fail "these do not belong to root"

[ -n "${CI:-}" ] && [ "$(id -u)" = 0 ] || { echo "skipped: the package is installed only in CI, as root"; exit 0; }
! dpkg -s mha >/dev/null 2>&1 || { echo "skipped: another mha is installed"; exit 0; }
dpkg -i "$deb" >said 2>&1 || { cat said; exit 1; }
(cd / && /usr/bin/mha --config wo-ai-ni --trace | grep -q '^## block1.head2.weights') || fail "the lesson does not run"
dpkg -V mha
dpkg -P mha >said 2>&1 || { cat said; exit 1; }
! dpkg -s mha >/dev/null 2>&1 || fail "it is still installed"
for file in $(grep mha files); do [ ! -e "/$file" ] || fail "/$file is left over"; done
echo "the .deb installs, runs and goes"
